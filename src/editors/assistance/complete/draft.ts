import type { Span } from "../../../language/source/span.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import type { CompletionItem, CompletionKind } from "../completion-item.ts";
import { match } from "./match.ts";

/** An unranked item. */
export interface Draft {
  readonly kind: CompletionKind;
  readonly label: string;
  readonly type: ValueType | undefined;
  readonly detail: string;
  /** Empty unless given. */
  readonly documentation?: string;
  /** The string to insert. */
  readonly text: string;
  /** The tab stops in the string. Default: one at its end. */
  readonly tabStops?: readonly [Span, ...Span[]];
  /** The name to match with the typed letters. */
  readonly name: string;
  /** Characters before the name in the string, such as a brace. */
  readonly opening?: string;
  /** True unless given. */
  readonly fits?: boolean;
  /** The order among equally good matches, lowest first. */
  readonly weight: number;
}

const MOST_ITEMS = 200;
/** The number of items visible without scrolling. */
const SEEN_ITEMS = 10;
/** If there are more fields, the most likely functions are among the visible items instead of the least likely fields. */
const MOST_FIRST = 6;

/**
 * Converts the matching drafts to ranked items.
 *
 * @param isNew whether the formula is empty: fields then come first among the visible items, all of them if they are few
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
    // Skips items that would change nothing.
    if (level === undefined || draft.text === current) return [];
    // Once letters are typed, the match counts more than the type.
    const order = written === "" ? draft.weight : (draft.fits === false ? 2.5 : 0) + level;
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
    const isField = ({ draft }: (typeof found)[number]): boolean => draft.kind === "field";
    const isFew = found.filter(isField).length <= MOST_FIRST;
    const seen = found.splice(0, isFew ? found.length : SEEN_ITEMS);
    found.unshift(...seen.filter(isField), ...seen.filter((one) => !isField(one)));
  }
  const items = found.slice(0, MOST_ITEMS).map(({ draft }, rank): CompletionItem => {
    const { kind, label, type, detail, documentation = "", text, name } = draft;
    const { fits = true, opening = "" } = draft;
    const end = { start: text.length, end: text.length };
    return {
      label,
      kind,
      type,
      detail,
      documentation,
      edit: { span, text, tabStops: draft.tabStops ?? [end] },
      filterText: `${opening}${name}`,
      rank,
      fits,
    };
  });
  return { items, isCut: found.length > MOST_ITEMS };
}
