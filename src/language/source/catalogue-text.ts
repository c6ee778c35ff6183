import { quote } from "../../util/quote.ts";
import type { QuoteText } from "./messages/quote-text.ts";

/** A catalogue that may lack texts: functions of the data, by code. */
type PartialCatalogue<Data, Text> = {
  readonly [Code in keyof Data]?: (data: Data[Code], quote: QuoteText) => Text;
};

/** The text of the catalogue for a code; `undefined` if the catalogue lacks it. */
export function catalogueText<Data, Text, Code extends keyof Data>(
  catalogue: PartialCatalogue<Data, Text> | undefined,
  code: Code,
  data: Data[Code],
): Text | undefined {
  return catalogue?.[code]?.(data, quote);
}

/** The text of the catalogue for a code, or the English one if the catalogue lacks it. */
export function textOrEnglish<Data, Text, Code extends keyof Data>(
  catalogue: PartialCatalogue<Data, Text> | undefined,
  english: PartialCatalogue<Data, Text>,
  code: Code,
  data: Data[Code],
): Text {
  const text = catalogueText(catalogue, code, data) ?? catalogueText(english, code, data);
  if (text === undefined) throw new Error(`no text for ${String(code)}`);
  return text;
}
