import { useSWRConfig } from 'swr';
import { isNoticed } from '../../api/client.ts';
import type { PagedList } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useT } from '../../hooks/use-language.tsx';
import type { SceneItem } from './scene-card.tsx';

/** Moves a scene to the trash at once, and offers to take it out again. */
export function useDeleteScene(list: PagedList<SceneItem>): (scene: SceneItem) => void {
  const t = useT();
  const toast = useToast();
  const errorText = useErrorText();
  const { client } = useApi();
  const { mutate } = useSWRConfig();

  /** The counts of the workspace and its projects follow. */
  const recount = () => mutate((key) => typeof key === 'string' && /^\/api\/(accounts|projects)/.test(key));
  const handleError = (error: unknown) => {
    list.reload();
    if (!isNoticed(error)) {
      toast({ kind: 'error', text: errorText(error) });
    }
  };
  const restore = async (scene: SceneItem, name: string) => {
    await client.call('restoreComposition', { params: { id: scene.uuid } });
    list.reload();
    toast({ kind: 'success', text: t('scene.restored', { name }) });
    await recount();
  };
  const remove = async (scene: SceneItem) => {
    const name = scene.name ?? t('scene.untitled');
    list.change((members) => members.filter(({ uuid }) => uuid !== scene.uuid));
    await client.call('deleteComposition', { params: { id: scene.uuid } });
    toast({
      kind: 'info',
      text: t('scene.deleted', { name }),
      action: {
        label: t('common.undo'),
        onSelect: () => {
          restore(scene, name).catch(handleError);
        },
      },
    });
    list.reload();
    await recount();
  };
  return (scene) => {
    remove(scene).catch(handleError);
  };
}
