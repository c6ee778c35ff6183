/** The part of autocannon that we use; the package has no types. */
declare module "autocannon" {
  interface Options {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly connections: number;
    /** In seconds. */
    readonly duration?: number;
    /** The number of requests, instead of a duration. */
    readonly amount?: number;
  }
  interface Result {
    readonly non2xx: number;
    readonly errors: number;
    readonly duration: number;
    readonly requests: { readonly total: number };
  }
  const autocannon: (options: Options) => Promise<Result>;
  export = autocannon;
}
