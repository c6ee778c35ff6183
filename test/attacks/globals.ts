import { assertNoPoisoning } from "@fast-check/poisoning";

/** What every engine has by itself. The rest of `globalThis` belongs to the test runner, which does change it. */
const OURS =
  /^(Object|Function|Array|String|Number|Boolean|Symbol|BigInt|Date|RegExp|Math|JSON|Reflect|Proxy|Promise|Map|Set|WeakMap|WeakSet|WeakRef|Error|[A-Z]\w*Error|Intl|ArrayBuffer|DataView|[A-Z]\w+Array|Atomics|eval|parse\w+|is\w+|encode\w+|decode\w+|escape|unescape|globalThis|NaN|Infinity|undefined)$/;
const OTHERS = new RegExp(`^(?!${OURS.source.slice(1)}).*$`);

const names = Object.getOwnPropertyNames(Object.prototype).join();

/** Neither `Object.prototype` nor anything else that every engine has is another than when the tests began. */
export function expectUntouchedGlobals(): void {
  assertNoPoisoning({ ignoredRootRegex: OTHERS });
  const now = Object.getOwnPropertyNames(Object.prototype).join();
  if (now !== names) throw new Error(`Object.prototype has ${now}`);
}
