// The prompt's looks. A card in the corner, a sheet at the bottom of a phone; light and dark; still for those
// who asked for less motion. A page written from right to left mirrors the card, but not the words in it.

export const styles = `
:host { all: initial; color-scheme: light dark; }
* { box-sizing: border-box; }
.prompt {
  --card: #ffffff; --ink: #17202a; --soft: #55616e; --line: #cfd6dd; --accent: #2447b8; --on-accent: #ffffff;
  position: fixed; z-index: 2147483000; inset-block: 1rem auto; inset-inline: auto 1rem; width: 21rem;
  padding: 1.25rem; border: 1px solid var(--line); border-radius: 0.875rem;
  background: var(--card); color: var(--ink); box-shadow: 0 0.75rem 2.5rem rgb(0 0 0 / 0.22);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  animation: arrive 0.25s ease-out;
}
@media (prefers-color-scheme: dark) {
  .prompt { --card: #1d252e; --ink: #eef1f4; --soft: #a9b4bf; --line: #3a4651; --accent: #a9bdff; --on-accent: #0c1a4a; }
}
.phone {
  inset: auto 0 0 0; width: auto; border-radius: 1.125rem 1.125rem 0 0; border-inline: 0; border-bottom: 0;
  padding-bottom: max(1.25rem, env(safe-area-inset-bottom));
  --from: 1.5rem;
}
@keyframes arrive { from { opacity: 0; transform: translateY(var(--from, -0.75rem)); } }
@media (prefers-reduced-motion: reduce) { .prompt { animation: none; } }
.prompt:focus { outline: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.title, .name, button { unicode-bidi: plaintext; }
.title { width: fit-content; margin-block: 0 0.75rem; margin-inline: 0 2.5rem; font-size: 1.0625rem; line-height: 1.3; }
.who { display: flex; align-items: center; gap: 0.75rem; margin: 0 0 1rem; }
.name { font-weight: 600; overflow-wrap: anywhere; }
.avatar {
  display: grid; place-items: center; flex: none; width: 2.5rem; height: 2.5rem; border-radius: 50%;
  background: color-mix(in srgb, var(--accent) 14%, transparent); color: var(--accent); font-weight: 700;
}
button { font: inherit; cursor: pointer; min-height: 2.75rem; border-radius: 0.5rem; }
.primary { width: 100%; border: 0; padding: 0.5rem 1rem; background: var(--accent); color: var(--on-accent); font-weight: 700; overflow-wrap: anywhere; }
@media (forced-colors: active) { .prompt, .primary { border: 1px solid; } }
.primary:hover { background: color-mix(in srgb, var(--accent) 85%, var(--ink)); }
.link { width: 100%; margin-top: 0.375rem; border: 0; background: none; color: var(--accent); text-decoration: underline; text-underline-offset: 0.2em; }
.close {
  position: absolute; inset-block-start: 0.625rem; inset-inline-end: 0.625rem; width: 2.75rem; padding: 0; border: 0; background: none; color: var(--soft);
}
.close:hover { color: var(--ink); }
.close svg { width: 1rem; height: 1rem; vertical-align: middle; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; }
`
