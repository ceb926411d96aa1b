import { useSearchParams } from 'react-router';
import { readFilter, type SceneFilter, writeFilter } from './scene-filter.ts';

/** What the person looks for, kept in the address. Typing replaces it; every other choice can be gone back from. */
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
