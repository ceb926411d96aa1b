import type { TagColor } from '@diorama/shared/domain/tag-colors.ts';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useTags } from '../../hooks/use-tags.ts';

const TagColorsContext = createContext<ReadonlyMap<string, TagColor>>(new Map());

/** Tells the cards below it what colour each tag of the workspace has. */
export function TagColorsProvider({ children }: { children: ReactNode }) {
  const { tags } = useTags();
  const colors = useMemo(() => new Map(tags.map(({ name, color }) => [name, color])), [tags]);
  return <TagColorsContext value={colors}>{children}</TagColorsContext>;
}

/** The colour of each tag by its name; empty outside of the workspace's own scenes. */
export function useTagColors(): ReadonlyMap<string, TagColor> {
  return use(TagColorsContext);
}
