import type { ReactNode } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import type { ModalProps } from '../../components/modal/modal-content.tsx';
import { type Tab, Tabs } from '../../components/tabs/tabs.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useSharingTranslations } from '../../hooks/use-sharing-translations.ts';
import { ArTab } from './ar-tab.tsx';
import { BlockedNote } from './blocked-note.tsx';
import { EmbedTab } from './embed-tab.tsx';
import classes from './publish.module.css';
import { QrTab } from './qr-tab.tsx';
import { SharePeople } from './share-people.tsx';
import type { Publishing } from './use-publish.ts';

/** Tabs of the share dialog. */
export type ShareTab = 'link' | 'people' | 'embed' | 'qr' | 'ar';

/** Opening view of an open scene; null in the dashboard, where the stored one is fitted. */
export type OpeningViewCheck = {
  /** Fits the default view to the content before the first publication; settles once the edit is saved. */
  prepare: () => Promise<void>;
  /** Whether content is outside the view; false for a view that the first publication fits. */
  isOutgrown: (wasPublished: boolean) => boolean;
  fit: () => void;
};

/** Common props of the dialog's views. */
export type Share = {
  scene: NonNullable<Publishing['scene']>;
  output: NonNullable<Publishing['output']> | null;
  changeSharing: Publishing['changeSharing'];
  /** Publishes the changes with the same visibility. */
  publishChanges: () => Promise<void>;
  openingView: OpeningViewCheck | null;
  tab: ShareTab;
  onTab: (tab: ShareTab) => void;
  onClose: () => void;
};

/** Share dialog: its children are the first tab, with their own buttons. */
export function ShareModal({
  share,
  title,
  text,
  size,
  footer,
  children,
}: {
  share: Share;
  title: string;
  text?: string;
  size?: NonNullable<ModalProps['size']>;
  footer: ReactNode;
  children: ReactNode;
}) {
  const say = useT();
  const { t } = useSharingTranslations();
  const { scene, tab, onTab, onClose } = share;
  const tabs: Tab<ShareTab>[] = [
    { key: 'link', label: t('tab.link'), content: children },
    ...(scene.permission === 'admin'
      ? [{ key: 'people' as const, label: t('tab.people'), content: <SharePeople scene={scene} /> }]
      : []),
    { key: 'embed', label: t('tab.embed'), content: <EmbedTab share={share} /> },
    { key: 'qr', label: t('tab.qr'), content: <QrTab scene={scene} /> },
    { key: 'ar', label: t('tab.ar'), content: <ArTab share={share} /> },
  ];
  const isLink = tab === 'link';
  return (
    <Modal
      title={isLink ? title : say('scene.share')}
      text={isLink ? text : undefined}
      {...(size !== undefined && { size })}
      onClose={onClose}
      footer={isLink ? footer : <Button onClick={onClose}>{say('common.close')}</Button>}
    >
      <BlockedNote scene={scene} />
      <Tabs
        label={t('tabs')}
        value={tab}
        onChange={onTab}
        tabs={tabs.map((one) => ({
          ...one,
          content: <div className={classes.panel}>{one.content}</div>,
        }))}
      />
    </Modal>
  );
}
