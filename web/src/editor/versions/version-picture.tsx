import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { useEffect, useRef } from 'react';
import { Outline, type OutlineGroup } from '../../scene/outline.ts';
import { SceneCanvas } from '../../scene/scene-canvas.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import classes from './versions.module.css';

/** A state of the scene to look at, from where the editor does at first, with some of its nodes in lines. */
export function VersionPicture({
  label,
  document,
  groups,
}: {
  label: string;
  document: SceneDocument;
  groups: readonly OutlineGroup[];
}) {
  const { editor, assets } = useEditorSession();
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ canvas: SceneCanvas; outline: Outline } | null>(null);
  const first = useRef(document);
  useEffect(() => {
    const element = host.current;
    if (!element) {
      return;
    }
    const canvas = new SceneCanvas({
      host: element,
      label,
      document: first.current,
      assets: assets.addressOf,
    });
    const outline = new Outline(canvas.view);
    const stop = canvas.onDrawn((renderer) => {
      renderer.autoClear = false;
      outline.render(renderer, canvas.rig.camera);
      renderer.autoClear = true;
    });
    canvas.rig.look(editor.camera.get(), { isSmooth: false });
    drawn.current = { canvas, outline };
    return () => {
      drawn.current = null;
      stop();
      outline.dispose();
      canvas.dispose();
    };
  }, [editor, assets, label]);
  useEffect(() => {
    drawn.current?.canvas.view.setDocument(document);
    drawn.current?.outline.setGroups(groups);
    drawn.current?.canvas.invalidate();
  }, [document, groups]);
  return <div ref={host} className={classes.picture} />;
}
