// This folder writes the documentation that the service shows: a page for people, and an OpenAPI document.

import { createHash } from "node:crypto";
import { PROBLEMS } from "../problem.ts";
import { SCRIPT } from "./docs-script.ts";

/**
 * A page for people: the possible requests, and a form to try them. Everybody may have the page, so it knows nothing of
 * the collections: its script loads them with the key that a person gives. It loads nothing from other servers.
 */
export function docsPage(prefix: string): { readonly html: string; readonly policy: string } {
  const hash = (content: string): string =>
    `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(SCRIPT)}`,
    `style-src ${hash(STYLE)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Collections filtered by formulas</title>
<style>${STYLE}</style>
</head>
<body data-prefix="${escapeHtml(prefix)}">
<h1>Collections filtered by formulas</h1>
<p>Every request carries a key in the header <code>x-api-key</code>. With it, <code>${escapeHtml(prefix)}/openapi.json</code> has the same as data.</p>
<form id="access">
<label>Key <input name="key" type="password" autocomplete="off"></label>
<button>Show the collections</button>
<p id="state" aria-live="polite"></p>
</form>
<main id="collections"></main>
<template id="collection">${SECTION}</template>
<h2>Problems</h2>
<p>What is wrong with a request is told as <code>application/problem+json</code>, with all its mistakes at once.</p>
<table><thead><tr><th>status</th><th>code</th><th>meaning</th></tr></thead><tbody>
${Object.entries(PROBLEMS)
  .map(([code, { status, title }]) => row([String(status), `<code>${code}</code>`, title]))
  .join("\n")}
</tbody></table>
<script>${SCRIPT}</script>
</body>
</html>
`;
  return { html, policy };
}

const PARAMETERS: readonly (readonly [name: string, meaning: string])[] = [
  ["filterByFormula", "the formula that a record must satisfy"],
  ["timeZone", "the zone whose clock shows the days and hours of the formula"],
  ["param.…", "the value of a <code>$…</code> in the formula, if the collection declares it"],
  ["fields.0, fields.1 …", "the fields to return; also <code>fields[]</code>"],
  [
    "sort.0.field, sort.0.direction",
    "the order, <code>asc</code> or <code>desc</code>; blanks come last; also <code>sort[0][field]</code>",
  ],
  ["maxRecords", "the most records in all"],
  ["pageSize, cursor", "pages; the header <code>Link</code> leads to the next"],
];

function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

/** A collection, whose own words the script fills in. */
const SECTION = `<h2 class="name"></h2>
<p class="description"></p>
<form>
<label>Formula <textarea name="filterByFormula" rows="3" spellcheck="false"></textarea></label>
<div class="values"></div>
<label>Time zone <input name="timeZone" spellcheck="false"></label>
<label>Sort by <select name="sort"><option></option></select></label>
<label>At most <input name="maxRecords" type="number" min="1" value="10"></label>
<button>Ask</button>
<pre class="request"></pre>
<pre class="answer" aria-live="polite"></pre>
</form>
<h3><code>GET <span class="path"></span></code></h3>
<table><thead><tr><th>parameter</th><th>meaning</th></tr></thead><tbody>
${PARAMETERS.map(([parameter, meaning]) => row([`<code>${parameter}</code>`, meaning])).join("\n")}
</tbody></table>
<p><code>POST <span class="path"></span>/query</code> takes the same as JSON. <code>GET <span class="path"></span>/values/{field}</code> lists the values of a field, with how many records have each: <code>prefix</code>, <code>order</code> and <code>limit</code> choose some. Served are JSON, NDJSON and CSV, as <code>Accept</code> asks, in gzip, br or zstd.</p>
<h3>Fields</h3>
<table><thead><tr><th>field</th><th>type</th><th>about</th></tr></thead><tbody class="fields"></tbody></table>`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid #8884; vertical-align: top; }
form { display: grid; gap: .5rem; padding: 1rem; border: 1px solid #8888; border-radius: .5rem; }
label { display: grid; grid-template-columns: 6rem 1fr; align-items: start; }
input, select, textarea, button { font: inherit; }
textarea, pre, code { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow: auto; max-height: 30rem; margin: 0; white-space: pre-wrap; }
`;
