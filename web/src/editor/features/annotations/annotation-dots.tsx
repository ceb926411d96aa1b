import { useEffect, useRef } from 'react';
import primitives from '../../../components/primitives.module.css';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { syncMarkers } from '../../viewport/sync-markers.ts';
import { annotationMarkers } from './annotation-markers.ts';
import { goToAnnotation } from './model/annotations.ts';

/** Numbered dots of all annotations, over the viewport. */
export function AnnotationDots() {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    return element
      ? syncMarkers(editor, annotationMarkers(editor), {
          host: element,
          onChoose: (id) => goToAnnotation(editor, id),
          label: ({ number, title }, count) =>
            count === 1
              ? t('tour.dot', { number, title })
              : t('tour.dots', { number, title, count: count - 1 }),
        })
      : undefined;
  }, [editor, t]);
  return <div ref={host} className={primitives.layer} />;
}
