import type { Player, PlayerView } from './player-view.ts';

type LockScreen = Pick<MediaSession, 'metadata' | 'playbackState' | 'setActionHandler' | 'setPositionState'>;

interface Dependencies {
  /** Undefined where the browser has none. */
  readonly media: LockScreen | undefined;
  readonly makeMetadata: (init: MediaMetadataInit) => MediaMetadata;
  /** A picture that lock screens can show, as an address. */
  readonly artwork: (imageUrl: string) => Promise<string>;
}

const skipSeconds = 15;

let artist = '';

/** Who it is that speaks: the name of the site. Words are known where it is rendered. */
export function nameArtist(name: string): void {
  artist = name;
}

/** Shows what is played on lock screens and earphones, and does what is pressed there, while something is loaded. */
export function syncMediaSession(player: Player, dependencies: Dependencies): void {
  const { media } = dependencies;
  if (!media) return;
  /** What it is called goes with the language. */
  let shown: string | null = null;
  player.onChange(() => {
    const view = player.view();
    const { item } = view;
    const name = view.status === 'refused' || !item ? null : `${item.id} ${item.title}`;
    if (name !== shown) {
      shown = name;
      if (name === null) clear(media);
      else {
        handle(media, player);
        describe(view, media, dependencies, () => shown === name);
      }
    }
    if (name === null) return;
    set(media, 'nexttrack', view.canSkip ? player.skip : null);
    showState(media, view);
  });
}

const pressed = (player: Player): Partial<Record<MediaSessionAction, MediaSessionActionHandler>> => ({
  play: () => !player.view().wanted && player.toggle(),
  pause: () => player.view().wanted && player.toggle(),
  stop: () => player.close(),
  seekbackward: ({ seekOffset }) => player.seekBy(-(seekOffset ?? skipSeconds)),
  seekforward: ({ seekOffset }) => player.seekBy(seekOffset ?? skipSeconds),
  seekto: ({ seekTime }) => seekTime !== undefined && player.seekTo(seekTime),
});

function handle(media: LockScreen, player: Player): void {
  for (const [action, handler] of Object.entries(pressed(player))) set(media, action as MediaSessionAction, handler);
}

function clear(media: LockScreen): void {
  media.metadata = null;
  media.playbackState = 'none';
  media.setPositionState?.();
  for (const action of ['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto', 'nexttrack'] as const)
    set(media, action, null);
}

/** Older browsers throw at actions that they don't know. */
function set(media: LockScreen, action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    media.setActionHandler(action, handler);
  } catch {
    // then it has no such button
  }
}

function describe(
  { item }: PlayerView,
  media: LockScreen,
  { makeMetadata, artwork }: Dependencies,
  isShown: () => boolean,
): void {
  if (!item) return;
  const words = { title: item.title, artist, album: item.summary };
  media.metadata = makeMetadata(words);
  const show = (src: string) => {
    if (isShown()) media.metadata = makeMetadata({ ...words, artwork: [{ src, sizes: '512x512', type: 'image/png' }] });
  };
  artwork(item.imageUrl).then(show, () => undefined); // else there is no picture
}

function showState(media: LockScreen, { wanted, positionSeconds, durationSeconds, speed }: PlayerView): void {
  media.playbackState = wanted ? 'playing' : 'paused';
  if (durationSeconds <= 0) return;
  media.setPositionState?.({
    duration: durationSeconds,
    position: Math.min(positionSeconds, durationSeconds),
    playbackRate: speed,
  });
}

const side = 512;

/** The picture at this address as a square PNG, in an address of its own: lock screens can't show SVG. */
export async function toPng(imageUrl: string): Promise<string> {
  const image = new Image(side, side);
  image.crossOrigin = 'anonymous'; // or the canvas gives nothing back, where pictures come from a CDN
  image.src = imageUrl;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const scale = Math.max(side / (image.naturalWidth || side), side / (image.naturalHeight || side));
  const width = (image.naturalWidth || side) * scale;
  const height = (image.naturalHeight || side) * scale;
  canvas.getContext('2d')?.drawImage(image, (side - width) / 2, (side - height) / 2, width, height);
  return canvas.toDataURL('image/png');
}
