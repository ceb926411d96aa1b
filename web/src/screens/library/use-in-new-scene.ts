import { LIBRARY_KINDS, LIBRARY_SHELVES, type LibraryShelf } from '@diorama/shared/domain/library.ts';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { track } from '../../api/track.ts';
import { useWorkspace } from '../../hooks/use-account.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';
import type { LibraryThing } from '../../library/use-library.ts';

/** Shelf of an item. */
export function shelfOf({ kind }: Pick<LibraryThing, 'kind'>): LibraryShelf {
  return LIBRARY_SHELVES.find((shelf) => LIBRARY_KINDS[shelf] === kind) ?? 'models';
}

/** Creates a scene named after an item and opens it; the editor inserts the item. */
export function useInNewScene(thing: LibraryThing): { isBusy: boolean; submit: () => void } {
  const path = usePath();
  const navigate = useNavigate();
  const tellError = useTellError();
  const { client } = useApi();
  const account = useWorkspace()?.uuid;
  return useSubmit(
    async () => {
      track('click_create_scene_button');
      const scene = await client.call('createComposition', { body: { name: thing.name, account } });
      navigate(path(`builder/${scene.uuid}?use=${shelfOf(thing)}/${thing.uuid}`));
    },
    (error) => {
      tellError(error);
    },
  );
}
