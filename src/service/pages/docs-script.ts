/**
 * The script of the documentation's page. It loads the collections with the key of the form, sends the form of a
 * collection, and shows what comes back, a formula's mistakes under the formula.
 */
export const SCRIPT = `
const { prefix } = document.body.dataset;
const access = document.getElementById("access");
const state = document.getElementById("state");
const ask = (address) => {
  const key = access.elements.key.value.trim();
  return fetch(address, { headers: key ? { "x-api-key": key } : {} });
};
const carets = (formula, { span, message, help }) => {
  const before = formula.slice(0, span.start);
  const line = before.slice(before.lastIndexOf("\\n") + 1);
  const text = formula.slice(before.length - line.length).split("\\n", 1)[0];
  const marks = " ".repeat(line.length) + "^".repeat(Math.max(1, Math.min(span.end - span.start, text.length - line.length)));
  return text + "\\n" + marks + " " + message + (help ? "\\n" + " ".repeat(line.length) + help : "");
};
const send = async (form, path) => {
  const data = new FormData(form);
  const query = new URLSearchParams();
  const formula = data.get("filterByFormula").trim();
  if (formula) query.set("filterByFormula", formula);
  if (data.get("sort")) query.set("sort.0.field", data.get("sort"));
  if (data.get("maxRecords")) query.set("maxRecords", data.get("maxRecords"));
  for (const [name, value] of data) {
    if (value && (name === "timeZone" || name.startsWith("param."))) query.set(name, value);
  }
  const address = path + "?" + query;
  const answer = form.querySelector(".answer");
  form.querySelector(".request").textContent = "GET " + address;
  answer.textContent = "…";
  try {
    const response = await ask(address);
    const body = await response.json();
    const found = (body.errors ?? []).flatMap((error) => error.diagnostics ?? []);
    answer.textContent = response.status + "\\n" + (found.length > 0
      ? found.map((diagnostic) => carets(formula, diagnostic)).join("\\n\\n")
      : JSON.stringify(body, null, 2));
  } catch (error) {
    answer.textContent = String(error);
  }
};
const section = ([name, { path, description, fields, timeZone, parameters = {} }]) => {
  const part = document.getElementById("collection").content.cloneNode(true);
  part.querySelector(".name").textContent = name;
  part.querySelector(".description").textContent = description ?? "";
  for (const place of part.querySelectorAll(".path")) place.textContent = prefix + path;
  for (const field of fields) {
    if (field.type !== "list") part.querySelector("select").append(new Option(field.name));
    const row = part.querySelector(".fields").insertRow();
    row.insertCell().append(Object.assign(document.createElement("code"), { textContent: field.name }));
    row.insertCell().textContent = field.type;
    row.insertCell().textContent = [field.role === "key" ? "The key." : "", field.description ?? ""].join(" ").trim();
  }
  const form = part.querySelector("form");
  form.elements.timeZone.placeholder = timeZone ?? "UTC";
  for (const [parameter, type] of Object.entries(parameters)) {
    const label = Object.assign(document.createElement("label"), { textContent: "$" + parameter + " " });
    label.append(Object.assign(document.createElement("input"), { name: "param." + parameter, placeholder: type }));
    form.querySelector(".values").append(label);
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, prefix + path);
  });
  return part;
};
const show = async () => {
  try {
    const response = await ask(prefix + "/schema");
    const body = await response.json();
    const isAsked = response.status === 401 && !access.elements.key.value;
    state.textContent = response.ok ? "" : isAsked ? "A key shows the collections that it may ask." : body.detail;
    if (response.ok) document.getElementById("collections").replaceChildren(...Object.entries(body.collections).map(section));
  } catch (error) {
    state.textContent = String(error);
  }
};
access.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
show();
`;
