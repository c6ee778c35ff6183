import type { Market } from "./markets.ts";
import type { Plant } from "./plants.ts";
import type { Random } from "./random.ts";
import type { Trim } from "./trims.ts";
import { batteryOf } from "./vin.ts";

/** The version, year, plant and market of a car. */
export interface Build {
  readonly trim: Trim;
  readonly year: number;
  readonly plant: Plant;
  readonly market: Market;
}

/** How much of the driving is left to the car. */
type Autopilot = "basic" | "enhanced" | "full";

/** The codes of a car, and the equipment that other parts of its listing must agree with. */
export interface Equipment {
  readonly codes: string;
  readonly autopilot: Autopilot;
  /** The size of the wheels in inches. */
  readonly wheels: number;
  readonly hasTowHitch: boolean;
}

type Wheels = readonly [code: string, inches: number];

/** The countries that have a code. */
const COUNTRIES = new Set(
  "AT AU BE CA CH CN DE DK ES FI FR GB HR IE IL IT JP KR LU NL NO NZ PT SE SG TR US".split(" "),
);

/** The equipment of a car, its codes sorted and joined by commas. */
export function equipmentOf(build: Build, random: Random): Equipment {
  const { trim, year, plant, market } = build;
  const isLarge = trim.model === "S" || trim.model === "X";
  const isWhite = random.chance(22);
  const autopilot = drawAutopilot(year, random);
  const wheels = wheelsOf(build, random);
  const hasTowHitch = trim.model !== "S" && market.region !== "AP" && random.chance(18);
  const codes = [
    `MDL${trim.model}`,
    trim.motors === 1 ? "DV2W" : "DV4W",
    batteryOf(trim, plant),
    paintOf(build, random),
    wheels[0],
    market.drivesOnLeft ? "DRRH" : "DRLH",
    `RE${market.region === "EU" ? "EU" : market.region === "NA" ? "NA" : "AP"}`,
    year < 2017 && random.chance(70) ? "SC01" : "SC04",
    "TM00",
    random.chance(35) ? "CPF0" : "CPF1",
    ...autopilotCodes(year, autopilot),
  ];
  if (trim.code !== "") codes.push(trim.code);
  if (COUNTRIES.has(market.code)) codes.push(`CO${market.code}`);
  if (plant.code !== "") codes.push(plant.code);
  if (trim.model !== "S") codes.push(hasTowHitch ? "TW01" : "TW00");
  if (hasAdapter(build, random)) codes.push("AD15");
  if (isLarge)
    codes.push(
      ...(year < 2021 ? olderLarge(build, isWhite, random) : newerLarge(build, isWhite, random)),
    );
  else codes.push(...small(build, isWhite, random));
  // Some dealers list everything, some little.
  if (random.chance(40)) codes.push(...furtherCodes(build, random));
  return { codes: codes.sort().join(","), autopilot, wheels: wheels[1], hasTowHitch };
}

function drawAutopilot(year: number, random: Random): Autopilot {
  const drawn = random.below(100);
  if (year < 2016 || drawn < 62) return "basic";
  return drawn < 82 ? "enhanced" : "full";
}

function autopilotCodes(year: number, autopilot: Autopilot): readonly string[] {
  if (year < 2015) return ["DA00"];
  if (year < 2016) return ["APH1", "DA02"];
  const hardware = year < 2017 ? "APH2" : year < 2019 ? "APH3" : year < 2024 ? "APH4" : "AP04";
  switch (autopilot) {
    case "basic":
      return ["APBS", "APFB", hardware];
    case "enhanced":
      return ["APBS", "APF1", "APPB", hardware];
    case "full":
      return ["APBS", "APF2", "APPF", hardware];
  }
}

/** Cars of some years came with an adapter for public chargers outside America. */
function hasAdapter({ trim, year, market }: Build, random: Random): boolean {
  if (market.region === "NA" || trim.model === "S") return false;
  return random.chance(trim.model === "X" ? 85 : year < 2022 ? 90 : 30);
}

function paintOf({ trim, year, plant }: Build, random: Random): string {
  const isLarge = trim.model === "S" || trim.model === "X";
  const paints: [string, ...string[]] = ["PPSW", "PPSW", "PBSB", "PPSB"];
  if (year < 2025) paints.push("PMNG");
  if (year < 2024) paints.push("PPMR");
  if (year < 2016) paints.push("PBCW", "PMAB", "PMSG", "PMTG");
  else if (year < 2018) paints.push("PPTI");
  if (year < 2019) paints.push("PMSS", "PMBL");
  if (plant.letter === "B") paints.push("PN00", "PR00");
  else if (year >= 2024) paints.push("PN01", "PR01");
  else if (year === 2023 && isLarge) paints.push("PR01");
  return random.pick(paints);
}

function wheelsOf(build: Build, random: Random): Wheels {
  const choices = wheelChoices(build).split(" ");
  const drawn = choices.length === 1 ? choices[0] : choices[random.below(choices.length)];
  const [code = "", inches] = (drawn ?? "").split("/");
  return [code, Number(inches)];
}

/** The codes and inches of the wheels that a car may have. What comes twice is twice as frequent. */
function wheelChoices({ trim: { model, grade }, year }: Build): string {
  const isFast = grade === "performance";
  switch (model) {
    case "3":
      if (isFast) return year < 2021 ? "W32P/20" : "W33D/20";
      if (year >= 2024) return "W38A/18 W38A/18 W39S/19";
      return year >= 2021 ? "W40B/18 W40B/18 W41B/19" : "W38B/18 W38B/18 W39B/19";
    case "Y":
      return isFast ? "WY1S/21" : "WY19B/19 WY19B/19 WY0S/20";
    case "S":
      if (year >= 2021) return "WS90/19 WS90/19 WS10/21";
      if (isFast) return "WTSP/21 WTTC/21 WTAS/19";
      return year < 2016 ? "WT19/19 WTTB/19 WTSS/21" : "WTAS/19 WTDS/19 WTAB/21";
    case "X":
      if (year >= 2021) return "WX00/20 WX00/20 WX20/22";
      return isFast ? "WTUT/22 WT22/22" : "WT20/20 WTSC/20 WTUT/22";
  }
}

/** Models 3 and Y. */
function small({ trim, year, market }: Build, isWhite: boolean, random: Random): readonly string[] {
  const { model, grade, motors } = trim;
  const isFast = grade === "performance";
  const isPremium = grade !== "standard";
  const codes = [
    model === "Y" ? "AF02" : "AF00",
    isPremium ? "AU3P" : "AU3D",
    isFast ? "BC3R" : "BC3B",
    isFast ? "BG32" : motors === 2 ? "BG31" : "BG30",
    isPremium ? "FG31" : "FG3B",
    year < 2021 ? "HL31" : year < 2024 ? "HL32" : "HL33",
    isFast ? "PC31" : "PC30",
    isFast ? "PL31" : "PL30",
    isFast ? "SLR1" : "SLR0",
    isWhite ? "S3PW" : "S3PB",
    isWhite ? "LTPW" : "LTPB",
    smallInterior(trim, year, isWhite),
  ];
  if (model === "3") codes.push(isPremium ? "PRM31" : "PRM30");
  else codes.push("PRMY1", market.region !== "EU" && random.chance(15) ? "STY7S" : "STY5S");
  if (isFast) codes.push(model === "3" ? "SPT31" : "SPTY1");
  return codes;
}

function smallInterior({ model, grade }: Trim, year: number, isWhite: boolean): string {
  if (model === "Y")
    return year < 2022 ? (isWhite ? "INYPW" : "INYPB") : isWhite ? "INPW0" : "INPB0";
  if (year >= 2024) return isWhite ? "IPW0" : "IPB0";
  if (year >= 2021) return isWhite ? "IBW1" : "IBB1";
  if (grade === "standard") return isWhite ? "IN3BW" : "IN3BB";
  return isWhite ? "IN3PW" : "IN3PB";
}

/** Models S and X before their renewal in 2021. */
function olderLarge(
  { trim, year, market }: Build,
  isWhite: boolean,
  random: Random,
): readonly string[] {
  const { model, name, grade } = trim;
  const isFast = grade === "performance";
  const isLudicrous = isFast && year >= 2016;
  const codes = [
    random.chance(40) ? "AF02" : "AF00",
    random.chance(45) ? "AU01" : "AU00",
    isFast ? "BC0R" : "BC0B",
    isLudicrous ? "BP01" : "BP00",
    "BR00",
    random.chance(50) ? "CW02" : "CW00",
    year < 2015 ? "FG01" : "FG02",
    isWhite ? "INBPW" : year < 2019 ? "INBPP" : "INBFP",
    isFast ? "X024" : "X025",
    random.pick(
      isFast ? ["IDCF", "IDPB"] : year < 2017 ? ["IDOM", "IDLW", "IDPB"] : ["IDBO", "IDBA", "IDHM"],
    ),
    model === "X"
      ? "RFPX"
      : random.pick(year < 2017 ? ["RFBC", "RFPO", "RFBK"] : ["RFFR", "RFP2", "RFFG"]),
    year < 2019 ? "SU01" : "SU03",
  ];
  if (name === "P85+") codes.push("PX01");
  if (isLudicrous && year >= 2019) codes.push("ACL1");
  if (market.region === "EU") codes.push("ADPX2");
  if (model === "X") codes.push(random.pick(["CC01", "CC02", "CC04"]), "AH00");
  return codes;
}

/** Models S and X since their renewal. */
function newerLarge({ trim, market }: Build, isWhite: boolean, random: Random): readonly string[] {
  const { model, motors } = trim;
  const isPlaid = motors === 3;
  const isCream = !isWhite && random.chance(25);
  const decor = isPlaid ? "C" : "W";
  const interior = isWhite
    ? `IW${decor}00`
    : isCream
      ? `IC${decor}00`
      : isPlaid
        ? "IBC00"
        : "IBE00";
  const codes = [
    interior,
    isWhite ? "IC01" : isCream ? "IC02" : "IC00",
    isPlaid ? "X024" : "X025",
    random.chance(40) ? "ST0Y" : "ST03",
    market.region === "NA" ? "CP00" : "CP03",
    isPlaid ? "ID02" : "ID03",
    "BC00",
    "BR00",
    "HL01",
    "SU04",
    "AF02",
  ];
  if (model === "X") codes.push(random.pick(["CC01", "CC02", "CC04"]));
  return codes;
}

const FURTHER_SMALL = "IL31 OSSB RF3G RS3H SA3P SU3C UT3P WR00 ZINV".split(" ");
const FURTHER_OLDER = "DCF0 IX00 LP01 ME02 PF00 PI01 PK00 SP00 TR00 X001 X003 X011 X037".split(" ");
const FURTHER_NEWER = "FD03 FR05 RD04 RL00 TR00 USSB X011 X013 ZINV".split(" ");

function furtherCodes({ trim, year, market, plant }: Build, random: Random): readonly string[] {
  if (trim.model === "S" || trim.model === "X") {
    if (year >= 2021) return ["CH17", ...some(FURTHER_NEWER, random)];
    const charger = year < 2016 ? random.pick(["CH00", "CH01"]) : year < 2019 ? "CH04" : "CH09";
    return [charger, ...some(FURTHER_OLDER, random)];
  }
  const isPremium = trim.grade !== "standard";
  const charger = market.region === "NA" ? (isPremium ? "CH16" : "CH14") : "CH15";
  return [
    year < 2020 ? "CH06" : charger,
    isPremium ? "AUF1" : "AUF2",
    isPremium ? "FGF1" : "FGF0",
    isPremium ? "ILF1" : "ILF0",
    isPremium ? "RSF1" : "RSF0",
    market.region === "NA" ? "HM31" : "HM30",
    year < 2021 ? "ST30" : "ST33",
    plant.letter === "F" && year < 2022 ? "CDM0" : "LVB2",
    ...some(FURTHER_SMALL, random),
  ];
}

/** Nearly all of them. */
function some(codes: readonly string[], random: Random): readonly string[] {
  return codes.filter(() => random.chance(88));
}
