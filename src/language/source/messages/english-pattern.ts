import type { PatternProblem } from "./pattern-problem.ts";
import type { QuoteText } from "./quote-text.ts";

/** The English message for a mistake in a regular expression. */
export function patternMessage(problem: PatternProblem, quote: QuoteText): string {
  switch (problem.kind) {
    case "too-long":
      return `the pattern is longer than ${problem.most} characters`;
    case "too-many-steps":
      return `the pattern takes more than ${problem.most} steps with its counts written out: lower them`;
    case "too-deep":
      return `groups are nested more than ${problem.most} deep`;
    case "lone-half-character":
      return "a pattern has no half a character";
    case "nul-in-pattern":
      return "a pattern has no NUL";
    case "not-understood":
      return "the pattern is not understood";
    case "closes-nothing":
      return `this ${quote(problem.written)} closes nothing: write ${quote(`\\${problem.written}`)}`;
    case "nothing-to-repeat":
      return `${quote(problem.written)} has nothing to repeat: write \`\\\` before it for the character`;
    case "same-name":
      return `two groups are named ${quote(problem.written)}`;
    case "unclosed-group":
      return "the `)` of this group is missing";
    case "empty-set":
      return "the set is empty: write `\\]` for a bracket in it";
    case "unclosed-set":
      return "the `]` of this set is missing";
    case "dash-in-set":
      return "write `\\-` for a dash that belongs to the set";
    case "range-of-set":
      return `${quote(problem.written)} is not a range: write \`\\-\` for a dash`;
    case "range-order":
      return `the range ${quote(problem.written)} is in the wrong order`;
    case "named-set":
      return "a named set inside `[…]` is not supported: write its characters, as in `[A-Za-z]`, or `\\[` for a bracket";
    case "word-boundary-in-set":
      return "a word boundary is not a character of a set";
    case "too-many-repeats":
      return `${quote(problem.written)} is over the limit of ${problem.most} repeats`;
    case "counts-order":
      return `the counts of ${quote(problem.written)} are in the wrong order`;
    case "possessive":
      return "a quantifier cannot follow a quantifier: a possessive one is not supported: leave out the `+`";
    case "quantifier-twice":
      return "a quantifier cannot follow a quantifier: put what comes before into `(?:…)`";
    case "count-without-least":
      return `a count needs its first number: write \`{0,${problem.most}}\``;
    case "brace":
      return "a `{` starts a count, as in `{2}` or `{1,3}`: write `\\{` for a brace";
    case "look-around":
      return "looking around is not supported: join two tests with AND";
    case "reference-to-group":
      return "a reference to a group is not supported";
    case "reference-back":
      return "a reference back to a group is not supported";
    case "group-name":
      return "a name has ASCII letters, digits and `_`: write `(?<name>…)`";
    case "group-start":
      return `${quote(problem.written)} is not supported: write \`(?:\`, or \`\\(\` for a parenthesis`;
    case "flags-later":
      return `${quote(problem.written)} belongs at the very start, for the whole pattern`;
    case "flags":
      return `${quote(problem.written)} is not supported: the flags are \`(?i)\`, \`(?s)\` and \`(?is)\``;
    case "nul":
      return "a text has no NUL";
    case "last-character":
      return "the last character is `\\x{10FFFF}`";
    case "half-character":
      return "this is half a character: write all of it, as in `\\x{1F600}`";
    case "backslash-at-end":
      return "a `\\` at the end has no meaning: write `\\\\`";
    case "property":
      return "character properties are not supported: list characters in `[…]`";
    case "hexadecimal":
      return "write two hexadecimal digits, as in `\\x41`, or any in braces: `\\x{1F600}`";
    case "four-digits":
      return "write four hexadecimal digits, as in `\\u0041`";
    case "start-anchor":
      return `${quote(problem.written)} is not supported: write \`^\``;
    case "end-anchor":
      return `${quote(problem.written)} is not supported: write \`$\``;
    case "no-meaning": {
      const letter = problem.written.slice(1);
      return `${quote(problem.written)} has no meaning: write ${quote(letter)}, or ${quote(`\\\\${letter}`)} to find a backslash too`;
    }
  }
}
