import type { StorageFile } from '@diorama/shared/contract/storage.ts';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStorageTranslations } from '../../hooks/use-storage-translations.ts';
import { type FileGroup, kindOf, layOut } from './group-files.ts';
import classes from './storage.module.css';

/** Minimum size of areas with a label, in pixels. */
const ROOM = { width: 72, height: 40 } as const;

/**
 * Treemap of the used storage. The list below contains the same data for keyboards and screen readers.
 * @param onPick - called with a pressed file
 */
export function StorageMap({
  files,
  onPick,
}: {
  files: readonly StorageFile[];
  onPick: (file: StorageFile) => void;
}) {
  const { t, language } = useStorageTranslations();
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (!element) {
      return;
    }
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const laid = useMemo(() => layOut(files, size), [files, size]);
  const nameOf = (group: FileGroup) => (group.kind === 'scene' ? group.name : t(`group.${group.kind}`));
  return (
    <div ref={frame} className={classes.map} aria-hidden="true">
      {laid.groups.map(({ key, group, x, y, width, height }) => (
        <div key={key} className={classes.group} style={{ left: x, top: y, width, height }}>
          {width >= ROOM.width && <span className={classes.groupName}>{nameOf(group)}</span>}
        </div>
      ))}
      {laid.files.map(({ key, file, x, y, width, height }) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          title={`${file.name}, ${formatBytes(language, file.size)}`}
          className={classes.area}
          data-kind={kindOf(file)}
          style={{ left: x, top: y, width, height }}
          onClick={() => onPick(file)}
        >
          {width >= ROOM.width && height >= ROOM.height && (
            <>
              <span className={classes.areaName}>{file.name}</span>
              <span>{formatBytes(language, file.size)}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
