import type { NetworkSandboxPolicy } from '@sallyport/protocol';

/** What a path may be used for. `write` includes reading. */
export type Access = 'read' | 'write' | 'deny';

/** An entry whose symbols and symbolic links have been resolved on this machine. */
export interface ResolvedEntry {
  /** Canonical: without symbolic links, as far as it exists. */
  readonly path: string;
  /** Absolute, as the policy has it: a link in it is still a link. */
  readonly spelled: string;
  readonly access: Access;
  /** In words, for people: `"/" = read`. */
  readonly rule: string;
  /** `protected_metadata`: added by us, below a writable folder. */
  readonly origin: 'policy' | 'protected_metadata';
}

/** What may be done with a path, and the entry that says so. */
export interface AccessDecision {
  readonly access: Access;
  readonly by: {
    readonly rule: string;
    /** The entry's canonical path. */
    readonly path: string;
    readonly access: Access;
    /** `default`: no entry covers the path. */
    readonly origin: 'policy' | 'protected_metadata' | 'default';
  };
}

/** A folder or file that may be written, and what in it may not. */
export interface WritableRoot {
  /** Canonical; existed when the policy was resolved. */
  readonly root: string;
  /** What below it is narrower: read-only or denied. Canonical. */
  readonly readOnlySubpaths: readonly string[];
  /** Names directly below it that stay read-only, there or not. */
  readonly protectedMetadataNames: readonly string[];
}

/** What a policy means on this machine, at the time it was resolved, for one working folder. */
export interface ResolvedPolicy {
  /** `disabled`: nothing is to be contained. `external`: somebody else contains this process and all it starts. */
  readonly enforcement: 'managed' | 'disabled' | 'external';
  readonly network: NetworkSandboxPolicy;
  readonly fileSystemKind: 'restricted' | 'unrestricted' | 'external-sandbox';
  readonly fullDiskRead: boolean;
  readonly fullDiskWrite: boolean;
  /** Whether an entry denies reading below something else that may be read, so that only a sandbox keeps it from being read. */
  readonly hasDeniedReads: boolean;
  /** Whether `minimal` asks for the system folders that programs need. They are among the entries, too. */
  readonly platformDefaults: boolean;
  /** One entry a path, folders before what lies in them. Empty where the file system isn't restricted. */
  readonly entries: readonly ResolvedEntry[];
  /** As spelled; empty when everything may be read. */
  readonly readableRoots: readonly string[];
  /** Empty when everything may be written. */
  readonly writableRoots: readonly WritableRoot[];
  readonly unreadablePaths: readonly string[];
  /** What of the policy has no effect here, and why. One line each. */
  readonly warnings: readonly string[];
  /**
   * What may be done with an absolute path, symbolic links followed. Its cost depends on the path's depth, not on the
   * number of entries.
   */
  decide(path: string): AccessDecision;
}
