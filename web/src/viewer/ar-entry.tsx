import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import arIcon from './ar.svg';
import { type ArScene, arLink, arSceneOf, detectArDevice, wantsAr } from './ar.ts';
import { ArPanel, SafariPanel } from './ar-panel.tsx';
import type { FilesState } from './options/use-option-files.ts';
import type { PageTranslate } from './page-language.ts';
import type { PublicScene } from './public-scene.ts';
import type { useActivities } from './use-activities.ts';

type ArEntryProps = {
  scene: PublicScene;
  /** Files of the chosen combination; `retry` asks for late ones again. */
  files: { state: FilesState; retry: () => void };
  activities: Pick<ReturnType<typeof useActivities>, 'room' | 'isXrRefused'>;
  t: PageTranslate;
  /** Called when a visitor starts AR. */
  onLaunch: () => void;
};

/** AR entry, which keeps the focus while its button or link is replaced. */
export function ArEntry(props: ArEntryProps) {
  const place = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) {
      place.current?.querySelector<HTMLElement>('a, button')?.focus();
    }
  });
  const handleFocus = () => {
    hasFocus.current = true;
  };
  const handleBlur = () => {
    hasFocus.current = false;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of the buttons in it
    <div ref={place} className="viewer-ar" onFocus={handleFocus} onBlur={handleBlur}>
      <ArDoor {...props} />
    </div>
  );
}

/**
 * Way into AR: WebXR where the browser supports it, else a link on devices with AR, elsewhere a panel.
 * The panel has a QR code or, in the browsers of iPhone apps, the way to Safari.
 * If the browser refused WebXR, the next option is shown at once. While WebXR is loading, a link is shown, but the
 * panel's button waits, as it would close with the change.
 */
function ArDoor({ scene, files, activities, t, onLaunch }: ArEntryProps) {
  const { room, isXrRefused } = activities;
  const device = detectArDevice();
  const ar = arSceneOf(scene);
  const link = arLink(device, ar);

  if (typeof room === 'function') {
    const handleEnter = () => {
      onLaunch();
      room();
    };
    return <RoomDoor isWide={link === null && wantsAr(location.hash)} t={t} onEnter={handleEnter} />;
  }
  if (files.state !== 'ready') {
    return <ArPending state={files.state} t={t} onRetry={files.retry} />;
  }
  if (ar.glb === null && ar.usdz === null) {
    return null;
  }
  if (link === null) {
    const isComing = room === 'coming';
    const isForSafari = device === 'iosElsewhere';
    return (
      <ArLauncher
        ar={ar}
        watermark={scene.watermark}
        isForSafari={isForSafari}
        isComing={isComing}
        isOpenAtOnce={isXrRefused || (isForSafari && wantsAr(location.hash))}
        t={t}
      />
    );
  }
  const rel = device === 'ios' ? 'ar' : undefined;
  return (
    <>
      <div className="viewer-button is-primary is-ar">
        {/* Quick Look opens only from a link that holds an image and nothing else. */}
        <a href={link} rel={rel} onClick={onLaunch}>
          <img src={arIcon} alt={t('ar')} width="20" height="20" />
        </a>
        <span aria-hidden="true">{t('ar')}</span>
      </div>
      {(wantsAr(location.hash) || isXrRefused) && (
        <ArWelcome link={link} rel={rel} t={t} onLaunch={onLaunch} />
      )}
    </>
  );
}

type ArPendingProps = { state: Exclude<FilesState, 'ready'>; t: PageTranslate; onRetry: () => void };

/** Button while the files of a combination are made, or with the reason why there are none. */
function ArPending({ state, t, onRetry }: ArPendingProps) {
  const isPreparing = state === 'preparing';
  const isLate = state === 'late';
  return (
    <>
      <p className={isPreparing ? undefined : 'viewer-trouble'} role="status">
        {!isPreparing && t(`ar.${state}`)}
      </p>
      <button
        type="button"
        className="viewer-button is-primary"
        aria-disabled={!isLate}
        aria-busy={isPreparing}
        onClick={isLate ? onRetry : undefined}
      >
        <img src={arIcon} alt="" width="20" height="20" />
        {t(isPreparing ? 'ar.preparing' : isLate ? 'retry' : 'ar')}
      </button>
    </>
  );
}

/** Button for WebXR, which browsers start only after a tap; for visitors who came for AR it covers the whole page. */
function RoomDoor({ isWide, t, onEnter }: { isWide: boolean; t: PageTranslate; onEnter: () => void }) {
  const [isWelcoming, setIsWelcoming] = useState(isWide);
  const narrow = () => setIsWelcoming(false);
  const handleEnter = () => {
    narrow();
    onEnter();
  };
  return (
    <>
      <button type="button" className="viewer-button is-primary" onClick={handleEnter}>
        <img src={arIcon} alt="" width="20" height="20" />
        {t('ar')}
      </button>
      {isWelcoming && (
        <div className="viewer-welcome">
          <button type="button" className="viewer-welcome-door" onClick={handleEnter}>
            <img src={arIcon} alt="" width="64" height="64" />
            {t('ar')}
          </button>
          <button type="button" className="viewer-button" onClick={narrow}>
            {t('ar.stay')}
          </button>
        </div>
      )}
    </>
  );
}

type ArLauncherProps = {
  ar: ArScene;
  watermark: string | null;
  /** Whether AR works in another browser of this device. */
  isForSafari: boolean;
  /** Whether WebXR may replace it in a moment. */
  isComing: boolean;
  isOpenAtOnce: boolean;
  t: PageTranslate;
};

function ArLauncher({ ar, watermark, isForSafari, isComing, isOpenAtOnce, t }: ArLauncherProps) {
  const panel = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(isOpenAtOnce);
  useEffect(() => {
    if (isOpenAtOnce) {
      panel.current?.showModal();
    }
  }, [isOpenAtOnce]);
  const handleOpen = () => {
    setIsOpen(true);
    panel.current?.showModal();
  };
  return (
    <>
      <button
        type="button"
        className="viewer-button is-primary"
        disabled={isComing}
        aria-busy={isComing}
        onClick={handleOpen}
      >
        <img src={arIcon} alt="" width="20" height="20" />
        {t('ar')}
      </button>
      {isForSafari ? (
        <SafariPanel ref={panel} ar={ar} t={t} />
      ) : (
        <ArPanel
          ref={panel}
          ar={ar}
          watermark={watermark}
          isOpen={isOpen}
          t={t}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

type ArWelcomeProps = { link: string; rel: string | undefined; t: PageTranslate; onLaunch: () => void };

/**
 * Starts AR at once for visitors who scanned the AR code; where the browser requires a tap, the link covers the whole
 * page.
 */
function ArWelcome({ link, rel, t, onLaunch }: ArWelcomeProps) {
  const door = useRef<HTMLAnchorElement>(null);
  const [isGone, setIsGone] = useState(false);
  const hide = () => setIsGone(true);

  useEffect(() => {
    // The link stays for a tap if the browser blocks the programmatic click.
    door.current?.click();
  }, []);

  if (isGone) {
    return null;
  }
  return (
    <div className="viewer-welcome">
      <div className="viewer-welcome-door">
        <a ref={door} href={link} rel={rel} onClick={onLaunch}>
          <img src={arIcon} alt={t('ar')} width="64" height="64" />
        </a>
        <span aria-hidden="true">{t('ar')}</span>
      </div>
      <button type="button" className="viewer-button" onClick={hide}>
        {t('ar.stay')}
      </button>
    </div>
  );
}
