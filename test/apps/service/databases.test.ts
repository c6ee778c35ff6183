import { describeEngine } from "../../engines/describe-engine.ts";
import { goneTables } from "./databases/gone-tables.ts";
import { hiddenFormulas } from "./databases/hidden-formulas.ts";
import { indexesOfScopes } from "./databases/indexes-of-scopes.ts";
import { inexactPositions } from "./databases/inexact-positions.ts";
import { pricesInScope } from "./databases/prices-in-scope.ts";
import { sameAnswers } from "./databases/same-answers.ts";
import { sameValues } from "./databases/same-values.ts";
import { scopedKeys } from "./databases/scoped-keys.ts";
import { unreadableInScope } from "./databases/unreadable-in-scope.ts";
import { DATABASES } from "./harness/databases.ts";
import { serviceTests } from "./harness/serve.ts";

// A service over a database answers as one over memory does. Each database is started once for all of its tests.

serviceTests();

for (const [index, [name, start]] of Object.entries(DATABASES).entries()) {
  describeEngine(name, start, (database) => {
    sameAnswers(database);
    sameValues(database);
    scopedKeys(database, index);
    pricesInScope(database);
    hiddenFormulas(database);
    unreadableInScope(database);
    inexactPositions(database, name);
    if (name === "sqlite" || name === "postgres") indexesOfScopes(database, name);
    goneTables(database, name);
  });
}
