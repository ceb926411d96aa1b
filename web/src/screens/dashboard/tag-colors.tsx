import type { TagColor } from '@diorama/shared/domain/tag-colors.ts';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useTags } from '../../hooks/use-tags.ts';

const TagColorsContext = createContext<ReadonlyMap<string, TagColor>>(new Map());

/** Provides the tag colours of the workspace to its cards. */
export function TagColorsProvider({ children }: { children: ReactNode }) {
  const { tags } = useTags();
  const colors = useMemo(() => new Map(tags.map(({ name, color }) => [name, color])), [tags]);
  return <TagColorsContext value={colors}>{children}</TagColorsContext>;
}

/** Colours of tags by name; empty outside the workspace's own scenes. */
export function useTagColors(): ReadonlyMap<string, TagColor> {
  return use(TagColorsContext);
}

/** Colour of a tag; its name is shown beside it. */
export function TagDot({ color }: { color: TagColor }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block shrink-0 rounded-round size-[8px]"
      style={{ background: `var(--tag-${color})` }}
    />
  );
}
