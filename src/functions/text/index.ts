import type { FunctionDefinition } from "../define.ts";
import { concatenate } from "./concatenate.ts";
import { contains } from "./contains.ts";
import { encodeUrlComponent } from "./encode-url-component.ts";
import { endsWith } from "./ends-with.ts";
import { exact } from "./exact.ts";
import { find } from "./find.ts";
import { left } from "./left.ts";
import { len } from "./len.ts";
import { lower } from "./lower.ts";
import { mid } from "./mid.ts";
import { regexExtract } from "./regex-extract.ts";
import { regexMatch } from "./regex-match.ts";
import { regexReplace } from "./regex-replace.ts";
import { replace } from "./replace.ts";
import { rept } from "./rept.ts";
import { right } from "./right.ts";
import { search } from "./search.ts";
import { startsWith } from "./starts-with.ts";
import { substitute } from "./substitute.ts";
import { t } from "./t.ts";
import { trim } from "./trim.ts";
import { upper } from "./upper.ts";
import { value } from "./value.ts";

export const TEXT_FUNCTIONS: readonly FunctionDefinition[] = [
  concatenate,
  contains,
  encodeUrlComponent,
  endsWith,
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
  substitute,
  t,
  trim,
  upper,
  value,
];
