import {
  EarlyExitException,
  EmbeddedActionsParser,
  type IToken,
  MismatchedTokenException,
  NotAllInputParsedException,
  NoViableAltException,
  type ParserMethod,
} from "chevrotain";
import {
  Additive,
  Comma,
  Comparison,
  Field,
  Joining,
  LeftParenthesis,
  Multiplicative,
  Name,
  NumberText,
  Parameter,
  RightParenthesis,
  Text,
  TOKENS,
} from "../lexer/lexer.ts";
import type { Expression } from "../tree/ast.ts";
import {
  bareFieldNode,
  binaryNode,
  bracedFieldNode,
  callNode,
  numberNode,
  parameterNode,
  textNode,
  unaryNode,
} from "./nodes.ts";

// The parser library assigns the `name` of each of its errors. If `Error.prototype` is frozen, this fails unless a
// nearer prototype has a writable `name`.
for (const { prototype } of [
  EarlyExitException,
  MismatchedTokenException,
  NotAllInputParsedException,
  NoViableAltException,
]) {
  Object.defineProperty(prototype, "name", { value: "", writable: true });
}

export interface GrammarOptions {
  /** Whether to skip the validation of the grammar. It is slow and needs a newer engine, so only a test runs it. */
  readonly skipValidations: boolean;
}

/**
 * The grammar: one rule for each precedence level, with actions that build the tree. Nodes are numbered in the order in
 * which they are finished.
 */
export class Grammar extends EmbeddedActionsParser {
  private nodeCount = 0;
  private outOfRange = false;
  private operandAlternatives: { ALT: () => Expression }[] | undefined;

  readonly formula: ParserMethod<[], Expression> = this.RULE("formula", () =>
    this.SUBRULE(this.comparison),
  );

  private readonly comparison: ParserMethod<[], Expression> = this.RULE("comparison", () => {
    const start = this.LA(1).startOffset;
    let left = this.SUBRULE(this.joining);
    this.MANY(() => {
      const operator = this.CONSUME(Comparison);
      left = this.binary(start, left, operator, this.SUBRULE2(this.joining));
    });
    return left;
  });

  private readonly joining: ParserMethod<[], Expression> = this.RULE("joining", () => {
    const start = this.LA(1).startOffset;
    let left = this.SUBRULE(this.sum);
    this.MANY(() => {
      const operator = this.CONSUME(Joining);
      left = this.binary(start, left, operator, this.SUBRULE2(this.sum));
    });
    return left;
  });

  private readonly sum: ParserMethod<[], Expression> = this.RULE("sum", () => {
    const start = this.LA(1).startOffset;
    let left = this.SUBRULE(this.product);
    this.MANY(() => {
      const operator = this.CONSUME(Additive);
      left = this.binary(start, left, operator, this.SUBRULE2(this.product));
    });
    return left;
  });

  private readonly product: ParserMethod<[], Expression> = this.RULE("product", () => {
    const start = this.LA(1).startOffset;
    let left = this.SUBRULE(this.operand);
    this.MANY(() => {
      const operator = this.CONSUME(Multiplicative);
      left = this.binary(start, left, operator, this.SUBRULE2(this.operand));
    });
    return left;
  });

  private readonly operand: ParserMethod<[], Expression> = this.RULE("operand", () => {
    // Cached: a new array of closures for each operand costs as much as parsing the operand.
    this.operandAlternatives ??= [
      { ALT: () => bracedFieldNode(this.nodeCount++, this.CONSUME(Field)) },
      { ALT: () => textNode(this.nodeCount++, this.CONSUME(Text)) },
      { ALT: () => this.number(this.CONSUME(NumberText)) },
      { ALT: () => this.SUBRULE(this.callOrField) },
      { ALT: () => parameterNode(this.nodeCount++, this.CONSUME(Parameter)) },
      { ALT: () => this.SUBRULE(this.group) },
      { ALT: () => this.unary(this.CONSUME(Additive), this.SUBRULE(this.operand)) },
    ];
    return this.OR(this.operandAlternatives);
  });

  private readonly callOrField: ParserMethod<[], Expression> = this.RULE("callOrField", () => {
    const name = this.CONSUME(Name);
    const args = this.OPTION(() => this.SUBRULE(this.callArguments));
    return args === undefined
      ? bareFieldNode(this.nodeCount++, name)
      : callNode(this.nodeCount++, name, args, this.LA(0));
  });

  private readonly callArguments: ParserMethod<[], Expression[]> = this.RULE(
    "callArguments",
    () => {
      const args: Expression[] = [];
      this.CONSUME(LeftParenthesis);
      this.OPTION(() => {
        args.push(this.SUBRULE(this.comparison));
        this.MANY(() => {
          this.CONSUME(Comma);
          args.push(this.SUBRULE2(this.comparison));
        });
      });
      this.CONSUME(RightParenthesis);
      return args;
    },
  );

  private readonly group: ParserMethod<[], Expression> = this.RULE("group", () => {
    this.CONSUME(LeftParenthesis);
    const inside = this.SUBRULE(this.comparison);
    this.CONSUME(RightParenthesis);
    return inside;
  });

  constructor(options: GrammarOptions = { skipValidations: true }) {
    super([...TOKENS], { ...options, maxLookahead: 1 });
    this.performSelfAnalysis();
  }

  /** The tree of some tokens and the number of its nodes; `undefined` if the tokens are not a formula. */
  read(tokens: IToken[]): { root: Expression; nodeCount: number } | undefined {
    this.input = tokens;
    this.nodeCount = 0;
    this.outOfRange = false;
    const root = this.formula();
    const complete = this.errors.length === 0 && !this.outOfRange;
    // Releases the tokens, which retain the formula's text.
    this.input = [];
    return complete ? { root, nodeCount: this.nodeCount } : undefined;
  }

  private number(token: IToken): Expression {
    const node = numberNode(this.nodeCount++, token);
    if (node.value === Number.POSITIVE_INFINITY) this.outOfRange = true;
    return node;
  }

  private unary(operator: IToken, operand: Expression): Expression {
    return unaryNode(this.nodeCount++, operator, operand, this.LA(0));
  }

  private binary(start: number, left: Expression, operator: IToken, right: Expression): Expression {
    return binaryNode(this.nodeCount++, start, left, operator, right, this.LA(0));
  }
}
