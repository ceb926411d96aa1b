import { ICON_PATHS, type IconName } from './icon-paths.ts';

/** An icon without a label, which its parent needs. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="viewer-glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
