import type { Span } from "../../../language/source/span.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import type { CompletionItem, CompletionKind } from "../completion-item.ts";
import { match } from "./match.ts";

/** An item before it has its place in the list. */
export interface Draft {
  readonly kind: CompletionKind;
  readonly label: string;
  readonly type: ValueType | undefined;
  readonly detail: string;
  readonly documentation: string;
  /** The text to insert. */
  readonly text: string;
  /** Where the cursor goes; behind the text unless given. */
  readonly places?: readonly [Span, ...Span[]];
  /** What is compared with the letters that are written. */
  readonly name: string;
  /** What stands before the name in the text, such as a brace. */
  readonly opening?: string;
  readonly fits: boolean;
  /** The less, the better, if equally much of the name is written. */
  readonly weight: number;
}

const MOST_ITEMS = 200;
/** The items that are seen at once. */
const SEEN_ITEMS = 10;

/**
 * The drafts whose names fit what is written, the best first, as items.
 *
 * @param isNew whether the formula is empty: among the items that are seen at once, the fields then come first
 */
export function itemsOf(
  drafts: readonly Draft[],
  span: Span,
  written: string,
  current: string,
  isNew: boolean,
): { readonly items: readonly CompletionItem[]; readonly isCut: boolean } {
  const found = drafts.flatMap((draft) => {
    const level = match(written, draft.name);
    // What would change nothing is not offered.
    if (level === undefined || draft.text === current) return [];
    // With some letters written, the name counts more than the type.
    const order = written === "" ? draft.weight : (draft.fits ? 0 : 2.5) + level;
    return [{ draft, order }];
  });
  found.sort(
    (a, b) =>
      a.order - b.order ||
      a.draft.weight - b.draft.weight ||
      a.draft.label.length - b.draft.label.length ||
      (a.draft.label < b.draft.label ? -1 : 1),
  );
  if (isNew) {
    const seen = found.splice(0, SEEN_ITEMS);
    const isField = ({ draft: { kind } }: (typeof seen)[number]): boolean => kind === "field";
    found.unshift(...seen.filter(isField), ...seen.filter((one) => !isField(one)));
  }
  const items = found.slice(0, MOST_ITEMS).map(({ draft }, rank): CompletionItem => {
    const { kind, label, type, detail, documentation, text, fits, name, opening = "" } = draft;
    const end = { start: text.length, end: text.length };
    return {
      label,
      kind,
      type,
      detail,
      documentation,
      edit: { span, text, places: draft.places ?? [end] },
      filterText: `${opening}${name}`,
      rank,
      fits,
    };
  });
  return { items, isCut: found.length > MOST_ITEMS };
}
