import { Html, html } from '../../endpoints/markup.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import { stateOf } from '../../versioning/lifecycle.ts';
import { documentationPath, type VersionSwitch } from './page.ts';

const style = `nav{font:14px/1.6 system-ui,sans-serif;max-width:1420px;margin:0 auto;padding:16px 20px 0}
nav ul{display:flex;flex-wrap:wrap;gap:8px;list-style:none;margin:0;padding:0}
nav li{border:1px solid #8a8f98;border-radius:6px;padding:6px 12px}
nav li[aria-current]{border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link)}
nav a{color:var(--link)}
nav strong{font-weight:600}
nav .sunset strong{text-decoration:line-through}
nav .deprecated em{background:#8a4b00;color:#fff}
nav .sunset em{background:#a11212;color:#fff}
nav em{border-radius:4px;background:#e3e6ea;color:#1d2229;font-style:normal;padding:1px 6px}
nav small{display:block;font-size:12px;opacity:.8}`;

/** All versions, the newest first, with their states and days; one that is gone has no documentation to lead to. */
export function versionSwitch(versions: readonly ApiVersion[]): VersionSwitch {
  return { style, show: (shown, up, now) => listOf(versions, shown, up, now) };
}

function listOf(
  versions: readonly ApiVersion[],
  shown: ApiVersion | undefined,
  up: string,
  now: Date,
): Html {
  const items = versions.toReversed().map((version) => {
    const state = stateOf(version, now);
    const name = html`<strong>Version ${version.label}</strong>`;
    const address = up + documentationPath(version).slice(1);
    const link = state === 'sunset' ? name : html`<a href="${address}">${name}</a>`;
    const current = version === shown ? new Html(' aria-current="page"') : '';
    return html`<li class="${state}"${current}>${link} <em>${state}</em>${daysOf(version)}</li>
`;
  });
  return html`<style>${new Html(style)}</style>
<nav aria-label="Versions"><ul>
${items}</ul></nav>
`;
}

/** What happened to it and when, and what will. */
function daysOf(version: ApiVersion): Html {
  const days = (['released', 'deprecated', 'sunset'] as const).flatMap((name) => {
    const day = version[name];
    return day === undefined ? [] : [html`${name} <time>${day}</time>`];
  });
  const listed = days.map((day, index) => (index === 0 ? day : html` &middot; ${day}`));
  return listed.length === 0 ? html`` : html`<small>${listed}</small>`;
}
