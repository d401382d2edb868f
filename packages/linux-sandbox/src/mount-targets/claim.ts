import { closeSync, readdirSync } from 'node:fs';
import { endSandbox } from './end-sandbox.js';
import { isMarkerName, type Marker, readMarker, removeMarker, writeIntent, writeMade, writeSandbox } from './marker.js';
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.js';
import { openRegistry } from './registry-folder.js';
import { withRegistryLock } from './registry-lock.js';
import {
  findUnrecorded,
  isStillStandIn,
  makeStandIn,
  removeStandIn,
  type StandIn,
  type StandInTarget,
} from './stand-in.js';

/**
 * Mount points that don't exist yet. To mask `.git` where there is none, bubblewrap has to create it on the host, and
 * leaves it behind. So we create it, know that it's ours, and remove it when the last sandbox that covers it is gone:
 * removing it earlier would detach the mount of the others (rmdir(2) of a mount point in another mount name space
 * succeeds) and leave the path open to their commands.
 *
 * Each launch has a marker in a private folder. Who creates or removes a stand-in holds the folder's lock. Markers of
 * dead processes, and what they left, are cleared up by the next launch.
 */
export interface MountTargetClaim {
  /** Planned targets for which no stand-in can exist, so that they need no mask and mustn't be mounted. */
  readonly impossible: readonly string[];
  /** Notes the sandbox's first process, so that the next launch can end it, should this process be killed. */
  bindTo(sandbox: ProcessIdentity): void;
  /** Gives up the claim. Never throws. */
  release(): void;
}

/** This process's own live markers, so that they needn't be read from the file system. */
const ownMarkers = new Map<string, Marker>();

/** How long a maker may have taken from the intent to the last stand-in. */
const MAKING_TOLERANCE_MS = 2_000;

/**
 * Makes a plan and the stand-ins it needs, as one step towards other sandboxes.
 *
 * `plan` is told which existing paths are only other sandboxes' stand-ins; it has to plan as if nothing were there.
 *
 * @throws {SandboxUnavailableError} `unsafe_registry`, `mount_point`.
 */
export function claimMountTargets<P>(
  folder: string,
  plan: (isStandIn: (path: string) => boolean) => { plan: P; targets: readonly StandInTarget[] },
): { plan: P; claim: MountTargetClaim } {
  openRegistry(folder);
  return withRegistryLock(folder, () => {
    const standing = sweep(folder);
    const shared = (path: string): StandIn | undefined => {
      const standIn = standing.get(path);
      return standIn !== undefined && isStillStandIn(standIn) ? standIn : undefined;
    };
    const { plan: made, targets } = plan((path) => shared(path) !== undefined);
    return { plan: made, claim: targets.length === 0 ? nothingClaimed : claim(folder, targets, shared) };
  });
}

const nothingClaimed: MountTargetClaim = { impossible: [], bindTo: () => {}, release: () => {} };

function claim(
  folder: string,
  targets: readonly StandInTarget[],
  shared: (path: string) => StandIn | undefined,
): MountTargetClaim {
  const owner = ownIdentity();
  const { name, fd } = writeIntent(folder, owner, targets);
  const made: StandIn[] = [];
  const ours: StandIn[] = [];
  const impossible: string[] = [];
  try {
    for (const target of targets) {
      const existing = shared(target.path);
      if (existing !== undefined) {
        made.push(existing);
        continue;
      }
      const making = makeStandIn(target);
      if (making.kind === 'made') {
        made.push(making.standIn);
        ours.push(making.standIn);
      }
      if (making.kind === 'impossible') impossible.push(target.path);
    }
    writeMade(fd, made);
  } catch (error) {
    ours.forEach(removeStandIn);
    removeMarker(folder, name);
    throw error;
  } finally {
    closeSync(fd);
  }
  let marker: Marker = { name, owner, intended: targets, intendedAtMs: Date.now(), made, sandbox: undefined };
  ownMarkers.set(name, marker);
  let released = false;
  return {
    impossible,
    bindTo(sandbox) {
      if (released) return;
      marker = { ...marker, sandbox };
      ownMarkers.set(name, marker);
      try {
        writeSandbox(folder, name, sandbox);
      } catch {
        // Only matters if this process is killed while the sandbox is ending.
      }
    },
    release() {
      if (released) return;
      released = true;
      // From here on the next sweep clears up what isn't cleared up now.
      ownMarkers.delete(name);
      try {
        if (marker.sandbox !== undefined && !endSandbox(marker.sandbox)) {
          ownMarkers.set(name, { ...marker, owner: marker.sandbox });
          return;
        }
        openRegistry(folder);
        withRegistryLock(folder, () => retire(folder, marker, standIns(folder, name)));
      } catch {
        ownMarkers.set(name, { ...marker, owner: { ...owner, startTime: 'released' } });
      }
    },
  };
}

/** Clears up after dead processes; returns what living ones hold, by path. */
function sweep(folder: string): Map<string, StandIn> {
  const dead: Marker[] = [];
  const standing = standIns(folder, undefined, dead);
  const over = dead.filter((marker) => {
    if (marker.sandbox === undefined || endSandbox(marker.sandbox)) return true;
    hold(marker, standing);
    return false;
  });
  for (const marker of over) {
    ownMarkers.delete(marker.name);
    retire(folder, marker, standing);
  }
  return standing;
}

/** Removes a marker, and its stand-ins that nobody else holds. */
function retire(folder: string, marker: Marker, standing: ReadonlyMap<string, StandIn>): void {
  const made =
    marker.made ??
    marker.intended
      .map((target) => findUnrecorded(target, marker.intendedAtMs, MAKING_TOLERANCE_MS))
      .filter((standIn) => standIn !== undefined);
  // The marker goes last: should this fail or be killed halfway, the rest isn't forgotten.
  for (const standIn of made) if (!standing.has(standIn.path)) removeStandIn(standIn);
  removeMarker(folder, marker.name);
}

/** What living processes hold, but for one marker. Collects the markers of dead ones. */
function standIns(folder: string, except?: string, dead: Marker[] = []): Map<string, StandIn> {
  const standing = new Map<string, StandIn>();
  for (const name of readdirSync(folder)) {
    if (!isMarkerName(name) || name === except) continue;
    const marker = ownMarkers.get(name) ?? readMarker(folder, name);
    if (marker === undefined) {
      // Nobody is writing one now, since we hold the lock: a crash's remains, or a forgery.
      removeMarker(folder, name);
    } else if (isAlive(marker.owner)) {
      hold(marker, standing);
    } else {
      dead.push(marker);
    }
  }
  return standing;
}

function hold(marker: Marker, standing: Map<string, StandIn>): void {
  for (const standIn of marker.made ?? []) standing.set(standIn.path, standIn);
}
