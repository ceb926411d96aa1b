import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { track } from '../../api/track.ts';
import { DropOverlay } from '../../components/drop-overlay/drop-overlay.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { fetchCode } from '../../fetch-code.ts';
import type { ImportFile } from '../../files/import-set.ts';
import { queueFiles } from '../../files/queued-files.ts';
import { hasFiles, readDroppedFiles } from '../../files/read-dropped-files.ts';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useFileDrop } from '../../hooks/use-file-drop.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import classes from './dashboard.module.css';

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

/** Accepts files dropped or pasted on a list of scenes: a new scene is created, opened, and imports them. */
export function FileDrop({ project, children }: { project: string | null; children: ReactNode }) {
  const t = useT();
  const { submit } = useSceneOfFiles(project);
  const { isOver, dropProps } = useFileDrop((data) => submit(readDroppedFiles(data)));
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
    if (event.clipboardData && hasFiles(event.clipboardData) && !isTyping) {
      event.preventDefault();
      submit(readDroppedFiles(event.clipboardData));
    }
  });
  useEffect(() => {
    const abort = new AbortController();
    window.addEventListener('paste', (event) => paste(event), { signal: abort.signal });
    return () => abort.abort();
  }, []);
  return (
    <div className={classes.fileDrop} {...dropProps}>
      {children}
      {isOver && <DropOverlay className={classes.fileVeil} title={t('dashboard.drop')} />}
    </div>
  );
}

function useSceneOfFiles(project: string | null) {
  const t = useT();
  const path = usePath();
  const navigate = useNavigate();
  const toast = useToast();
  const { client } = useApi();
  const account = useWorkspace()?.uuid;
  return useSubmit(
    async (dropped: Promise<ImportFile[]>) => {
      const files = await dropped;
      const { planScene } = await fetchCode(() => import('./plan-scene.ts'));
      const plan = planScene(files);
      if (plan.name === null) {
        const refusals = plan.refusals.map(({ name, kind }) => `${name}: ${t(`error.${kind}`)}`);
        for (const text of refusals.length > 0 ? refusals : [t('dashboard.drop.nothing')]) {
          toast({ kind: 'error', text });
        }
        return;
      }
      track('click_create_scene_button');
      const body = { name: plan.name.slice(0, 120), project, ...(project === null && { account }) };
      const scene = await client.call('createComposition', { body });
      queueFiles(scene.uuid, files);
      navigate(path(`builder/${scene.uuid}`));
    },
    (error) => {
      if (!isNoticed(error)) {
        toast({ kind: 'error', text: t('problem.unexpected') });
      }
    },
  );
}
