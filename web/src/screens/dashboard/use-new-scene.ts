import type { SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { track } from '../../api/track.ts';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
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
  const showError = useErrorToast();
  const { client } = useApi();
  const account = useWorkspace()?.uuid;
  const { isBusy, submit } = useSubmit(async (template: SceneTemplate | null) => {
    track('click_create_scene_button');
    const name = template === null ? t('scene.untitled') : t(`template.${template}`);
    const start = template ?? ('lit' as const);
    const body = { name, template: start, project, ...(project === null && { account }) };
    const scene = await client.call('createComposition', { body });
    navigate(path(`builder/${scene.uuid}`));
  }, showError);
  return { isBusy, createScene: submit };
}
