/** The properties of an element, such as `className`, including event listeners. */
type ElementProperties<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], "style" | "dataset" | "attributes">
> & {
  /** Attributes that are not properties, such as `aria-sort`. */
  readonly attributes?: Readonly<Record<string, string>>;
};

/** Creates an element. Strings become text nodes, and are never parsed as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { attributes = {}, ...properties }: ElementProperties<Tag> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
