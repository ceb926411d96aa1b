import { Expansion } from '@diorama/shared/scene/copies/expansion.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { fitsNode } from '@diorama/shared/scene/fits-field.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { openDocument } from '../../../scene/document-camera.ts';
import { troubleOf } from '../../../scene/no-webgl.ts';
import { Outline, type OutlineGroup } from '../../../scene/outline.ts';
import type { SceneCanvas } from '../../../scene/scene-canvas.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import classes from './versions.module.css';

/** View of a version from the opening view, with some of its nodes outlined. */
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
  const [isBlind, setIsBlind] = useState(false);
  const { t } = useEditorTranslations();
  const first = useEffectEvent(() => ({ document, label }));
  useEffect(() => {
    const element = host.current;
    if (!element) {
      return;
    }
    let canvas: SceneCanvas;
    try {
      canvas = openDocument({
        host: element,
        ...first(),
        assets: assets.addressOf,
        copies: new Expansion({ fits: fitsNode }),
      });
    } catch (error) {
      if (troubleOf(error) !== 'noWebgl') {
        throw error;
      }
      setIsBlind(true);
      return;
    }
    const outline = new Outline(canvas.view);
    canvas.addLayer({
      draw: () => outline.render(canvas.renderer, canvas.rig.camera),
      dispose: () => outline.dispose(),
    });
    canvas.rig.look(editor.camera.pose.value, { isSmooth: false });
    drawn.current = { canvas, outline };
    return () => {
      drawn.current = null;
      canvas.dispose();
    };
  }, [editor, assets]);
  useEffect(() => {
    drawn.current?.canvas.view.setDocument(document);
    drawn.current?.outline.setGroups(groups);
    if (drawn.current) {
      drawn.current.canvas.element.ariaLabel = label;
      drawn.current.canvas.invalidate();
    }
  }, [document, groups, label]);
  if (isBlind) {
    return <EmptyState title={t('editor.noWebgl.title')} text={t('editor.noWebgl.text')} />;
  }
  return <div ref={host} className={classes.picture} />;
}
