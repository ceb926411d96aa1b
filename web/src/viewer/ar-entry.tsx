import { useEffect, useRef, useState } from 'react';
import arIcon from './ar.svg';
import { type ArScene, arLink, arSceneOf, detectArDevice, wantsAr } from './ar.ts';
import { ArPanel } from './ar-panel.tsx';
import type { PageWords } from './page-language.ts';
import type { PublicScene } from './public-scene.ts';
import type { useActivities } from './use-activities.ts';

type ArEntryProps = {
  scene: PublicScene;
  activities: Pick<ReturnType<typeof useActivities>, 'room' | 'isXrRefused'>;
  words: PageWords;
  /** Somebody goes into AR. */
  onLaunch: () => void;
};

/**
 * The way into AR: the browser's own where it has one, else a link on devices that have it, elsewhere a panel that leads to
 * one. Where the browser refused, the next way is shown at once. While its own is still coming, a link serves as well; a
 * panel would be shut by it, so its button waits.
 */
export function ArEntry({ scene, activities, words, onLaunch }: ArEntryProps) {
  const { room, isXrRefused } = activities;
  const device = detectArDevice();
  const ar = arSceneOf(scene);
  const link = arLink(device, ar);

  if (typeof room === 'function') {
    const handleEnter = () => {
      onLaunch();
      room();
    };
    return <RoomDoor isWide={link === null && wantsAr(location.hash)} words={words} onEnter={handleEnter} />;
  }
  if (ar.glb === null && ar.usdz === null) {
    return null;
  }
  if (link === null) {
    const isComing = room === 'coming';
    return (
      <ArDoor
        ar={ar}
        watermark={scene.watermark}
        isComing={isComing}
        isOpenAtOnce={isXrRefused}
        words={words}
      />
    );
  }
  const rel = device === 'ios' ? 'ar' : undefined;
  return (
    <>
      <div className="viewer-button is-primary is-ar">
        {/* Quick Look opens only from a link that holds an image and nothing else. */}
        <a href={link} rel={rel} onClick={onLaunch}>
          <img src={arIcon} alt={words('ar')} width="20" height="20" />
        </a>
        <span aria-hidden="true">{words('ar')}</span>
      </div>
      {(wantsAr(location.hash) || isXrRefused) && (
        <ArWelcome link={link} rel={rel} words={words} onLaunch={onLaunch} />
      )}
    </>
  );
}

/** A browser asks for a tap before it shows the room: a wide door for who came for AR is all of the page. */
function RoomDoor({ isWide, words, onEnter }: { isWide: boolean; words: PageWords; onEnter: () => void }) {
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
        {words('ar')}
      </button>
      {isWelcoming && (
        <div className="viewer-welcome">
          <button type="button" className="viewer-welcome-door" onClick={handleEnter}>
            <img src={arIcon} alt="" width="64" height="64" />
            {words('ar')}
          </button>
          <button type="button" className="viewer-button" onClick={narrow}>
            {words('ar.stay')}
          </button>
        </div>
      )}
    </>
  );
}

type ArDoorProps = {
  ar: ArScene;
  watermark: string | null;
  /** Another way may take its place in a moment. */
  isComing: boolean;
  isOpenAtOnce: boolean;
  words: PageWords;
};

function ArDoor({ ar, watermark, isComing, isOpenAtOnce, words }: ArDoorProps) {
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
        {words('ar')}
      </button>
      <ArPanel
        ref={panel}
        ar={ar}
        watermark={watermark}
        isOpen={isOpen}
        words={words}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

type ArWelcomeProps = { link: string; rel: string | undefined; words: PageWords; onLaunch: () => void };

/** Who scanned a code for AR goes there at once; where the browser wants to be tapped first, all of the page is the door. */
function ArWelcome({ link, rel, words, onLaunch }: ArWelcomeProps) {
  const door = useRef<HTMLAnchorElement>(null);
  const [isGone, setIsGone] = useState(false);
  const hide = () => setIsGone(true);

  useEffect(() => {
    // The door stays for the tap if the browser does not let a page go through by itself.
    door.current?.click();
  }, []);

  if (isGone) {
    return null;
  }
  return (
    <div className="viewer-welcome">
      <div className="viewer-welcome-door">
        <a ref={door} href={link} rel={rel} onClick={onLaunch}>
          <img src={arIcon} alt={words('ar')} width="64" height="64" />
        </a>
        <span aria-hidden="true">{words('ar')}</span>
      </div>
      <button type="button" className="viewer-button" onClick={hide}>
        {words('ar.stay')}
      </button>
    </div>
  );
}
