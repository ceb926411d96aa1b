import { useSearchParams } from 'react-router';
import { readFilter, type SceneFilter, writeFilter } from './scene-filter.ts';

/** Filters of the user, stored in the address. Typing replaces the history entry; every other change adds one. */
export function useSceneFilter(): {
  wish: SceneFilter;
  change: (change: Partial<SceneFilter>) => void;
  clear: () => void;
} {
  const [search, setSearch] = useSearchParams();
  const wish = readFilter(search);
  return {
    wish,
    change: (change) =>
      setSearch((before) => writeFilter({ ...readFilter(before), ...change }), {
        replace: change.text !== undefined,
        preventScrollReset: true,
      }),
    clear: () => setSearch(writeFilter({ text: '', tags: [], category: null, sort: wish.sort })),
  };
}
