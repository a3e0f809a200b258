import { Logo } from './logo.tsx';

/** Lies over the finished page for the first 2.5 seconds of a visit; the boot script decides whether and how long. */
export function LoadingScreen() {
  return (
    <div className="loading-screen" aria-hidden="true">
      <Logo />
      <span className="loading-line" />
    </div>
  );
}
