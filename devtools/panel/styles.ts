/**
 * The style sheet of the panel.
 */

export const STYLES = `
:host { all: initial; color-scheme: light dark; position: fixed; z-index: 2147483647; inset: auto 0 0 auto;
  --paper: #fff; --ink: #1b2430; --soft: #55606e; --line: #cdd4dc; --shade: #f2f5f8; --accent: #0b57b5;
  --error: #b3261e; --warning: #8a5300; --info: #3f5a78;
  font: 14px/1.45 system-ui, sans-serif; color: var(--ink); direction: ltr; }
@media (prefers-color-scheme: dark) {
  :host { --paper: #151b23; --ink: #e8edf3; --soft: #a9b4c0; --line: #3a4552; --shade: #1f2731; --accent: #8ab8ff;
    --error: #ff9d94; --warning: #f2bd66; --info: #a8c4e2; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
section.panel { position: fixed; inset: auto 16px 16px auto; margin: 0; padding: 0; color: inherit; width: min(520px, calc(100vw - 32px));
  height: min(620px, calc(100vh - 32px)); display: flex; flex-direction: column; background: var(--paper);
  border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 12px 40px rgb(0 0 0 / .3); overflow: hidden; }
@media (max-width: 560px) {
  section.panel { inset: auto 0 0 auto; width: 100vw; height: 75vh; height: 75dvh; border-radius: 12px 12px 0 0; }
}
@media (max-height: 360px) {
  section.panel { display: block; inset: 0; width: 100vw; height: 100vh; height: 100dvh; overflow: auto; border: 0; border-radius: 0; }
  [role=tabpanel] { overflow: visible !important; }
}
header { display: flex; align-items: center; gap: 8px; padding: 8px 8px 8px 16px; border-bottom: 1px solid var(--line); }
h2 { font-size: 15px; margin: 0; flex: 1; }
h2 small { font-weight: 400; color: var(--soft); }
button { font: inherit; color: var(--ink); background: var(--shade); border: 1px solid var(--line); border-radius: 8px;
  padding: 6px 10px; min-height: 36px; cursor: pointer; }
button:hover { border-color: var(--accent); }
h2:focus { outline: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: 6px; padding: 8px 16px; }
.state { padding: 0 16px 8px; margin: 0; color: var(--soft); min-height: 1.45em; }
[role=tablist] { display: flex; gap: 4px; padding: 0 12px; border-bottom: 1px solid var(--line); overflow-x: auto;
  overflow-y: hidden; flex: none; }
[role=tab] { border: 0; border-bottom: 3px solid transparent; border-radius: 0; background: none; color: var(--soft);
  white-space: nowrap; }
@media (max-width: 400px) { [role=tablist] { gap: 0; padding: 0 8px; } [role=tab] { padding: 6px; } }
[role=tab][aria-selected=true] { color: var(--ink); border-bottom-color: var(--accent); font-weight: 600; }
[role=tab]:focus-visible { outline-offset: -2px; }
[role=tabpanel] { flex: 1; overflow: auto; padding: 12px 16px; }
ol, ul { list-style: none; margin: 0; padding: 0; }
.finding { border: 1px solid var(--line); border-left: 4px solid var(--info); border-radius: 8px; padding: 8px 12px; margin: 0 0 8px; }
.finding.error { border-left-color: var(--error); }
.finding.warning { border-left-color: var(--warning); }
.finding h3 { font-size: 14px; margin: 0 0 4px; }
.finding p { margin: 4px 0 0; }
.severity { text-transform: uppercase; font-size: 11px; letter-spacing: .05em; font-weight: 700; color: var(--info); }
.error .severity, .entry.error .kind { color: var(--error); }
.warning .severity { color: var(--warning); }
code, pre { font: 12px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; }
.seen { color: var(--soft); }
.entry { display: grid; grid-template-columns: 5.5em 4.5em 1fr; gap: 2px 8px; padding: 5px 0; border-bottom: 1px solid var(--line); }
.entry time, .entry .source { color: var(--soft); font-size: 12px; }
.entry .kind { font-weight: 600; font-size: 12px; }
.entry .text { overflow-wrap: anywhere; }
.plugins li { padding: 2px 0; overflow-wrap: anywhere; }
.empty { color: var(--soft); }
`
