/** What an element is made with: properties such as `className`, and what is listened to. */
type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], "style" | "dataset" | "attributes">
> & {
  /** Attributes that are no properties, such as `aria-sort`. */
  readonly attributes?: Readonly<Record<string, string>>;
};

/**
 * Makes an element. Texts become text nodes, whatever they hold: nothing here is ever read as HTML.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { attributes = {}, ...properties }: Properties<Tag> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
