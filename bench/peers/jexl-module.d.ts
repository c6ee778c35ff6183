declare module "jexl" {
  interface Expression {
    compile(): Expression;
    evalSync(context: object): unknown;
  }

  interface Jexl {
    compile(source: string): Expression;
  }

  const jexl: { readonly Jexl: new () => Jexl };
  export = jexl;
}
