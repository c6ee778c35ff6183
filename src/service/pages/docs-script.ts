/** Sends the form of the documentation's page, and shows what comes back, a formula's mistakes under the formula. */
export const SCRIPT = `
const carets = (formula, { span, message, help }) => {
  const before = formula.slice(0, span.start);
  const line = before.slice(before.lastIndexOf("\\n") + 1);
  const text = formula.slice(before.length - line.length).split("\\n", 1)[0];
  const marks = " ".repeat(line.length) + "^".repeat(Math.max(1, Math.min(span.end - span.start, text.length - line.length)));
  return text + "\\n" + marks + " " + message + (help ? "\\n" + " ".repeat(line.length) + help : "");
};
for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const query = new URLSearchParams();
    const formula = data.get("filterByFormula").trim();
    if (formula) query.set("filterByFormula", formula);
    if (data.get("sort")) query.set("sort.0.field", data.get("sort"));
    if (data.get("maxRecords")) query.set("maxRecords", data.get("maxRecords"));
    const address = form.dataset.path + "?" + query;
    const answer = form.querySelector(".answer");
    form.querySelector(".request").textContent = "GET " + address;
    answer.textContent = "…";
    try {
      const response = await fetch(address, { headers: { "x-api-key": data.get("key") } });
      const body = await response.json();
      const found = (body.errors ?? []).flatMap((error) => error.diagnostics ?? []);
      answer.textContent = response.status + "\\n" + (found.length > 0
        ? found.map((diagnostic) => carets(formula, diagnostic)).join("\\n\\n")
        : JSON.stringify(body, null, 2));
    } catch (error) {
      answer.textContent = String(error);
    }
  });
}
`;
