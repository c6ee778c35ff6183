import type { FastifyRequest } from "fastify";
import { checking } from "../../engine/compile.ts";
import {
  type CompileOptions,
  compile,
  type Formula,
  FormulaError,
  type Policy,
} from "../../engine/index.ts";
import { allowanceOf, bothPolicies, requirePolicy } from "../../engine/policy.ts";
import { isBareFunction } from "../../language/check/names.ts";
import { FoldedConstants } from "../../language/core/folded-constants.ts";
import { extendRegistry } from "../../language/functions/registry.ts";
import type { Schema } from "../../language/schema/index.ts";
import type { ValueType } from "../../language/types/value-type.ts";
import { defined } from "../../util/defined.ts";
import { quote } from "../../util/quote.ts";
import { didYouMean } from "../../util/suggest.ts";
import type { Collection } from "./collection.ts";
import type { KeyHolder } from "./keyring.ts";
import { ScopedStore } from "./scoped-store.ts";
import type { Attributes, Restriction } from "./stored-key.ts";

/** The most cached views. An evicted view is rebuilt on demand. */
const MOST_VIEWS = 1_000;

/** The collections that the holders of some keys may see. */
export interface View {
  readonly collections: readonly Collection[];
  /** Cached descriptions of the view's collections, by kind. */
  readonly described: Map<string, unknown>;
}

/**
 * The collections as the holder of each key sees them. A key with a scope, a list of fields or a policy has separate
 * collections, whose stores contain nothing else, so every access to records, and everything derived from them, is restricted.
 */
export class Views {
  readonly #whole: View;
  /** Least recently used first. */
  readonly #views = new Map<string, View>();

  constructor(collections: readonly Collection[]) {
    this.#whole = { collections, described: new Map() };
  }

  /** The unrestricted view, also for requests without a key. */
  get whole(): View {
    return this.#whole;
  }

  /** @throws `TypeError` if the scope, the fields or the policy of a key do not fit the collections */
  of(holder: KeyHolder | undefined): View {
    const { scope, attributes, fields, policy } = holder ?? {};
    if (scope === undefined && fields === undefined && policy === undefined) return this.#whole;
    const name = JSON.stringify([scope, attributes, fields, policy]);
    const known = this.#views.get(name);
    if (known !== undefined) {
      this.#views.delete(name);
      this.#views.set(name, known);
      return known;
    }
    const restriction = { scope, attributes, fields, policy };
    const collections = this.#whole.collections.map((one) => restricted(one, name, restriction));
    const view: View = { collections, described: new Map() };
    this.#views.set(name, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size > MOST_VIEWS && oldest !== undefined) this.#views.delete(oldest);
    return view;
  }
}

const seen = new WeakMap<FastifyRequest, View>();

export function setView(request: FastifyRequest, view: View): void {
  seen.set(request, view);
}

/**
 * The view of a request's sender. Throws for a request that needs no key: it has no view, and must not read records.
 */
export function viewOf(request: FastifyRequest): View {
  const view = seen.get(request);
  if (view === undefined) throw new Error("the request was not admitted");
  return view;
}

/** A collection as the sender of a request sees it. */
export function seenBy(request: FastifyRequest, { name }: Collection): Collection {
  const found = viewOf(request).collections.find((collection) => collection.name === name);
  if (found === undefined) throw new Error(`the view has no collection ${name}`);
  return found;
}

/** A description of a view's collections, built once. */
export function described<T>(view: View, kind: string, describe: (view: View) => T): T {
  const known = view.described.get(kind) as T | undefined;
  if (known !== undefined) return known;
  const made = describe(view);
  view.described.set(kind, made);
  return made;
}

function restricted(collection: Collection, name: string, restriction: Restriction): Collection {
  const { store, parameters, cache } = collection;
  const { scope, attributes, fields } = restriction;
  const schema = fields === undefined ? store.schema : visibleSchema(collection, fields);
  const condition =
    scope === undefined ? undefined : compileScope(collection, scope, attributes ?? {});
  requirePolicy(restriction.policy, schema, extendRegistry(collection.formulas.functions ?? []));
  const policy = bothPolicies(
    visiblePolicy(collection.formulas.policy, schema),
    restriction.policy,
  );
  const formulas: CompileOptions = { ...collection.formulas, policy };
  // The same object for the same formula, so that caches keyed by it are hit.
  const seen = new WeakMap<Formula, Formula>();
  const seeing = (formula: Formula): Formula => {
    const known = seen.get(formula) ?? formula.seeing(schema.fields);
    seen.set(formula, known);
    return known;
  };
  return {
    ...collection,
    view: name,
    formulas,
    store: new ScopedStore(store, schema, condition),
    cache: {
      *compiling(source, timeZone, folded = new FoldedConstants()) {
        if (schema !== store.schema || restriction.policy !== undefined) {
          const options = { ...formulas, ...defined({ timeZone, parameters }) };
          const { ok, diagnostics } = yield* checking(source, schema, options, folded);
          if (!ok) return { ok: false, diagnostics };
        }
        const compiled = yield* cache.compiling(source, timeZone, folded);
        if (!compiled.ok || schema === store.schema) return compiled;
        return { ...compiled, bind: (values) => seeing(compiled.bind(values)) };
      },
    },
  };
}

/** A policy without the names of fields that the schema hides. */
function visiblePolicy(policy: Policy | undefined, { fields }: Schema): Policy | undefined {
  if (policy?.fields === undefined) return policy;
  return {
    ...policy,
    ...defined({ fields: allowanceOf(policy.fields, (name) => fields.has(name)) }),
  };
}

/** A collection's schema, restricted to some fields. */
function visibleSchema({ name, store, key }: Collection, fields: readonly string[]): Schema {
  const { schema } = store;
  const known = [...schema.fields.keys()];
  for (const field of fields) {
    if (schema.fields.has(field)) continue;
    const near = didYouMean(field, known, quote);
    throw new TypeError(`${quote(name)} has no field ${quote(field)}${near}`);
  }
  if (!fields.includes(key.name)) {
    throw new TypeError(
      `the fields must include ${quote(key.name)}, which identifies the records of ${quote(name)}`,
    );
  }
  // Formulas are checked against the visible schema, but run against the store's: a bare name must mean the same in
  // both.
  const bare = known.find((field) => isBareFunction(field) && !fields.includes(field));
  if (bare !== undefined) {
    throw new TypeError(
      `the fields must include ${quote(bare)}: without it, formulas of this key would take the name for the function`,
    );
  }
  const declared = Object.entries(schema.toJSON().fields).map(([field, declaration]) => {
    const whole = typeof declaration === "string" ? { type: declaration } : declaration;
    return [field, fields.includes(field) ? whole : { ...whole, hidden: true }] as const;
  });
  const read = schema.redeclare(Object.fromEntries(declared));
  if (!read.ok) throw new TypeError(read.problems.map(({ message }) => message).join("; "));
  return read.schema;
}

function compileScope(
  { name, store: { schema }, formulas }: Collection,
  scope: string,
  attributes: Attributes,
): Formula {
  const parameters = Object.fromEntries(
    Object.entries(attributes).map(([attribute, value]) => [attribute, typeOf(value)]),
  );
  const { parameters: _, policy: __, ...options }: CompileOptions = formulas;
  const compiled = compile(scope, schema, { ...options, parameters });
  if (!compiled.ok) {
    const { message } = new FormulaError(scope, compiled.diagnostics);
    throw new TypeError(`the scope does not fit ${quote(name)}:\n${message}`);
  }
  return compiled.formula.with(attributes);
}

function typeOf(value: Attributes[string]): ValueType {
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  return Array.isArray(value) ? "list" : "text";
}
