import { useGet } from '../../api/hooks.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { isActive } from '../publish/publish-state.ts';

/** While an output is being made it is asked for this often, in case the live stream is away. */
const POLL_MS = 3_000;

/** How far a scene is whose public page does not open yet. */
export function PublishingBadge({ sceneId }: { sceneId: string }) {
  const t = useT();
  const { data: output, error } = useGet(
    'getOutput',
    { params: { id: sceneId } },
    {
      refreshInterval: (latest) => (latest && isActive(latest) ? POLL_MS : 0),
      shouldRetryOnError: (problem) => problem.status !== 404,
    },
  );
  if (output?.status === 'failed') {
    return <Badge kind="error">{t('scene.status.failed')}</Badge>;
  }
  if (error?.status === 404 || output?.status === 'superseded') {
    return <Badge>{t('scene.status.unpublished')}</Badge>;
  }
  const text =
    output?.status === 'running' && output.step > 0
      ? t('scene.status.publishing.step', { step: output.step, steps: output.steps })
      : t('scene.status.publishing');
  return <Badge kind="info">{text}</Badge>;
}
