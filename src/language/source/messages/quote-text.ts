/** Puts a string of the author in backticks: long strings are shortened, and hidden characters are escaped. */
export type QuoteText = (text: string) => string;
