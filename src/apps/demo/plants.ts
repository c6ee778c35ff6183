import type { Market } from "./markets.ts";
import type { Random } from "./random.ts";

/** A plant that builds cars. */
export interface Plant {
  readonly name: string;
  /** The manufacturer's part of the VIN. */
  readonly maker: string;
  /** The plant's letter in the VIN. */
  readonly letter: string;
  /** The option code of the assembly; empty if there is none. */
  readonly code: string;
}

const FREMONT: Plant = { name: "Fremont", maker: "5YJ", letter: "F", code: "GLFR" };
const AUSTIN: Plant = { name: "Austin", maker: "7SA", letter: "A", code: "" };
const BERLIN: Plant = { name: "Berlin", maker: "XP7", letter: "B", code: "" };
export const SHANGHAI: Plant = { name: "Shanghai", maker: "LRW", letter: "C", code: "GLCN" };

/** The large models come from Fremont; the small ones from the plant that serves a region, once it is there. */
export function plantOf(model: string, year: number, { region }: Market, random: Random): Plant {
  if (model === "S" || model === "X") return FREMONT;
  if (region === "NA") {
    return model === "Y" && year >= 2022 && random.chance(50) ? AUSTIN : FREMONT;
  }
  if (model === "Y") {
    return region === "EU" && year >= 2022 && random.chance(70) ? BERLIN : SHANGHAI;
  }
  return year >= (region === "AP" ? 2020 : 2021) ? SHANGHAI : FREMONT;
}
