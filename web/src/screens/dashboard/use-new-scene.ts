import type { SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import { useNavigate } from 'react-router';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { track } from '../../api/track.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';

/** Creates a scene, empty or from a template, and opens it. `project` is the uuid of its project, if any. */
export function useNewScene(project: string | null): {
  isBusy: boolean;
  createScene: (template: SceneTemplate | null) => void;
} {
  const t = useT();
  const path = usePath();
  const navigate = useNavigate();
  const toast = useToast();
  const { client } = useApi();
  const account = useWorkspace()?.uuid;
  const { isBusy, submit } = useSubmit(
    async (template: SceneTemplate | null) => {
      track('click_create_scene_button');
      const name = template === null ? t('scene.untitled') : t(`template.${template}`);
      const body = {
        name,
        template: template ?? ('lit' as const),
        project,
        ...(project === null && { account }),
      };
      const scene = await client.call('createComposition', { body });
      navigate(path(`builder/${scene.uuid}`));
    },
    (error) => {
      if (!isNoticed(error)) {
        toast({ kind: 'error', text: t('problem.unexpected') });
      }
    },
  );
  return { isBusy, createScene: submit };
}
