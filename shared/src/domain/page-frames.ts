import { LANGUAGES } from '../i18n/t.ts';

/** Frame that the HTML of a page shows until the scripts have drawn it; `light` is `plain` in the light theme. */
export type PageFrame = 'plain' | 'light' | 'workspace' | 'editor';

const LANGUAGE = new RegExp(`^/(?:${LANGUAGES.join('|')})(?=/|$)`, 'i');
const FRAMES: readonly (readonly [PageFrame, RegExp])[] = [
  ['editor', /^\/builder\//],
  ['light', /^\/upgrade(?:-completed)?\//],
  [
    'workspace',
    /^\/(?:home|scenes|trash|project|library|comments|profile|people-and-settings|storage|analytics)(?:\/|$)/,
  ],
];

/** Frame of the page at a path. */
export function frameOfPage(path: string): PageFrame {
  const rest = path.replace(LANGUAGE, '');
  return FRAMES.find(([, pattern]) => pattern.test(rest))?.[0] ?? 'plain';
}
