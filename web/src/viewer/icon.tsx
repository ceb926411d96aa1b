import { ICON_PATHS, type IconName } from './icon-paths.ts';

/** A drawn icon; what it stands beside or in has the words. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="viewer-glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
