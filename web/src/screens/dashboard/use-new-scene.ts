import { useNavigate } from 'react-router';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { track } from '../../api/track.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';

/** Makes a scene and opens it. `project` is the uuid of the project it shall belong to, if any. */
export function useNewScene(project: string | null): { isBusy: boolean; createScene: () => void } {
  const t = useT();
  const path = usePath();
  const navigate = useNavigate();
  const toast = useToast();
  const errorText = useErrorText();
  const { client } = useApi();
  const account = useWorkspace()?.uuid;
  const { isBusy, submit } = useSubmit(
    async () => {
      track('click_create_scene_button');
      const body = { name: t('scene.untitled'), project, ...(project === null && { account }) };
      const scene = await client.call('createComposition', { body });
      navigate(path(`builder/${scene.uuid}`));
    },
    (error) => {
      if (!isNoticed(error)) {
        toast({ kind: 'error', text: errorText(error) });
      }
    },
  );
  return { isBusy, createScene: submit };
}
