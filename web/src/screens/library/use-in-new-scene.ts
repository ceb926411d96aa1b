import { shelfOf } from '@diorama/shared/domain/library.ts';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { track } from '../../api/track.ts';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import type { LibraryItem } from '../../library/use-library.ts';

/** Creates a scene named after an item and opens it; the editor inserts the item. */
export function useInNewScene(item: LibraryItem): { isBusy: boolean; submit: () => void } {
  const path = usePath();
  const navigate = useNavigate();
  const showError = useErrorToast();
  const { client } = useApi();
  const account = useWorkspace()?.uuid;
  return useSubmit(async () => {
    track('click_create_scene_button');
    const scene = await client.call('createComposition', { body: { name: item.name, account } });
    navigate(path(`builder/${scene.uuid}?use=${shelfOf(item.kind)}/${item.uuid}`));
  }, showError);
}
