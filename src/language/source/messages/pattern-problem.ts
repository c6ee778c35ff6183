/** A mistake in a regular expression. `written` is the wrong part of the pattern. */
export type PatternProblem =
  | {
      readonly kind:
        | "half-character"
        | "nul"
        | "lone-half-character"
        | "not-understood"
        | "reference-back"
        | "reference-to-group"
        | "look-around"
        | "property"
        | "group-name"
        | "hexadecimal"
        | "four-digits"
        | "last-character"
        | "backslash-at-end"
        | "word-boundary-in-set"
        | "named-set"
        | "empty-set"
        | "unclosed-set"
        | "dash-in-set"
        | "unclosed-group"
        | "brace"
        | "quantifier-twice"
        | "possessive"
        | "nul-in-pattern";
    }
  | { readonly kind: "too-long" | "too-many-steps" | "too-deep"; readonly most: number }
  | {
      readonly kind:
        | "range-of-set"
        | "range-order"
        | "counts-order"
        | "closes-nothing"
        | "nothing-to-repeat"
        | "group-start"
        | "flags-later"
        | "flags"
        | "same-name"
        | "start-anchor"
        | "end-anchor"
        | "no-meaning";
      readonly written: string;
    }
  | { readonly kind: "count-without-least"; readonly most: string }
  | { readonly kind: "too-many-repeats"; readonly written: string; readonly most: number };
