import type { DocumentedFunction, FunctionDefinition } from "../define.ts";
import { concatenate, concatenateDocumentation } from "./concatenate.ts";
import { contains, containsDocumentation } from "./contains.ts";
import { containsIgnoreCase, containsIgnoreCaseDocumentation } from "./contains-ignore-case.ts";
import { encodeUrlComponent, encodeUrlComponentDocumentation } from "./encode-url-component.ts";
import { endsWith, endsWithDocumentation } from "./ends-with.ts";
import { endsWithIgnoreCase, endsWithIgnoreCaseDocumentation } from "./ends-with-ignore-case.ts";
import { equalsIgnoreCase, equalsIgnoreCaseDocumentation } from "./equals-ignore-case.ts";
import { exact, exactDocumentation } from "./exact.ts";
import { find, findDocumentation } from "./find.ts";
import { left, leftDocumentation } from "./left.ts";
import { len, lenDocumentation } from "./len.ts";
import { lower, lowerDocumentation } from "./lower.ts";
import { mid, midDocumentation } from "./mid.ts";
import { regexExtract, regexExtractDocumentation } from "./regex-extract.ts";
import { regexMatch, regexMatchDocumentation } from "./regex-match.ts";
import { regexReplace, regexReplaceDocumentation } from "./regex-replace.ts";
import { replace, replaceDocumentation } from "./replace.ts";
import { rept, reptDocumentation } from "./rept.ts";
import { right, rightDocumentation } from "./right.ts";
import { search, searchDocumentation } from "./search.ts";
import { startsWith, startsWithDocumentation } from "./starts-with.ts";
import {
  startsWithIgnoreCase,
  startsWithIgnoreCaseDocumentation,
} from "./starts-with-ignore-case.ts";
import { substitute, substituteDocumentation } from "./substitute.ts";
import { t, tDocumentation } from "./t.ts";
import { trim, trimDocumentation } from "./trim.ts";
import { upper, upperDocumentation } from "./upper.ts";
import { value, valueDocumentation } from "./value.ts";

export const TEXT_FUNCTIONS: readonly FunctionDefinition[] = [
  concatenate,
  contains,
  containsIgnoreCase,
  encodeUrlComponent,
  endsWith,
  endsWithIgnoreCase,
  equalsIgnoreCase,
  exact,
  find,
  left,
  len,
  lower,
  mid,
  regexExtract,
  regexMatch,
  regexReplace,
  replace,
  rept,
  right,
  search,
  startsWith,
  startsWithIgnoreCase,
  substitute,
  t,
  trim,
  upper,
  value,
];

export const DOCUMENTED_TEXT_FUNCTIONS: readonly DocumentedFunction[] = [
  { definition: concatenate, documentation: concatenateDocumentation },
  { definition: contains, documentation: containsDocumentation },
  { definition: containsIgnoreCase, documentation: containsIgnoreCaseDocumentation },
  { definition: encodeUrlComponent, documentation: encodeUrlComponentDocumentation },
  { definition: endsWith, documentation: endsWithDocumentation },
  { definition: endsWithIgnoreCase, documentation: endsWithIgnoreCaseDocumentation },
  { definition: equalsIgnoreCase, documentation: equalsIgnoreCaseDocumentation },
  { definition: exact, documentation: exactDocumentation },
  { definition: find, documentation: findDocumentation },
  { definition: left, documentation: leftDocumentation },
  { definition: len, documentation: lenDocumentation },
  { definition: lower, documentation: lowerDocumentation },
  { definition: mid, documentation: midDocumentation },
  { definition: regexExtract, documentation: regexExtractDocumentation },
  { definition: regexMatch, documentation: regexMatchDocumentation },
  { definition: regexReplace, documentation: regexReplaceDocumentation },
  { definition: replace, documentation: replaceDocumentation },
  { definition: rept, documentation: reptDocumentation },
  { definition: right, documentation: rightDocumentation },
  { definition: search, documentation: searchDocumentation },
  { definition: startsWith, documentation: startsWithDocumentation },
  { definition: startsWithIgnoreCase, documentation: startsWithIgnoreCaseDocumentation },
  { definition: substitute, documentation: substituteDocumentation },
  { definition: t, documentation: tDocumentation },
  { definition: trim, documentation: trimDocumentation },
  { definition: upper, documentation: upperDocumentation },
  { definition: value, documentation: valueDocumentation },
];
