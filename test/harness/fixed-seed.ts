import { configureGlobal } from "fast-check";

// Properties try the same values in each run. `ISOFORM_SEED` chooses others.
configureGlobal({ seed: Number(process.env.ISOFORM_SEED ?? 1) });
