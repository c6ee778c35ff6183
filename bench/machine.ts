import { cpus, totalmem } from "node:os";

export interface Machine {
  readonly node: string;
  readonly v8: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cpus: number;
  readonly memoryGb: number;
}

/** The properties of the machine that affect the figures. */
export function describeMachine(): Machine {
  const processors = cpus();
  return {
    node: process.versions.node,
    v8: process.versions.v8,
    platform: `${process.platform} ${process.arch}`,
    cpu: processors[0]?.model.trim() ?? "unknown",
    cpus: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
}
