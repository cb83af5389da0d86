/** Numbers that client and server share. Durations are milliseconds unless the name says otherwise. */

export const TOAST_AUTO_CLOSE = 3000
export const DIALOG_ENTER = 300
export const DIALOG_LEAVE = 200

export const SOCKET_RECONNECTION_DELAY = 1000
export const SOCKET_RECONNECTION_DELAY_MAX = 5000
export const SOCKET_RANDOMIZATION_FACTOR = 0.5
export const SOCKET_TIMEOUT = 20000

/** How long start-up waits for the stored state before it begins with defaults. */
export const PERSIST_TIMEOUT = 5000

export const WALLET_NAME_MIN = 3
export const WALLET_NAME_MAX = 20
export const VERIFICATION_CODE_LENGTH = 6
export const AUTHENTICATOR_CODE_LENGTH = 6
export const BACKUP_CODE_LENGTH = 8
export const BACKUP_CODE_COUNT = 10
export const AUTHENTICATOR_PERIOD_SECONDS = 30

export const MAX_GUARDIANS = 3
export const MIN_CONSENSUS = 1
/** How long an invitation can be answered. */
export const INVITE_LIFE_MS = 14 * 24 * 3_600_000
/** The required-approvals stepper appears from this many confirmed guardians on. */
export const STEPPER_MIN_CONFIRMED = 2
export const DEFAULT_REJECT_REASON = 'Rejected'

/** Largest amount that the send form takes, in whole coins. */
export const MAX_AMOUNT = '999999999'
export const DEFAULT_DECIMALS = 18
export const GAS_POLL_INTERVAL = 5000
export const GAS_UNITS_NATIVE = 21000
export const GAS_UNITS_ERC20 = 55096
export const GAS_UNITS_OTHER = 0
/** 10^9: wei per gwei. */
export const GWEI_DECIMALS = 9
/** 10^8: satoshi per coin. */
export const BTC_DECIMALS = 8
/** 10^18: wei per coin. */
export const WEI_DECIMALS = 18

/** Minimum and maximum waiting time of each fee tier: seconds on EVM chains, minutes on Bitcoin. */
export const TIER_TIMES = {
  slow: { minTime: 30, maxTime: 60 },
  normal: { minTime: 10, maxTime: 30 },
  fast: { minTime: 5, maxTime: 10 },
} as const

export const MARKETING_COOKIE = 'MARKETING_ID'
export const MARKETING_MAX_AGE_SECONDS = 2592000
export const MARKETING_MAX_LENGTH = 256

export const SAMPLE_RATES = { replayOnError: 1, sessionReplay: 0.1, traces: 1 } as const

/** Characters of each text of a fault that a page reports. */
export const FAULT_MAX_LENGTH = 500

/** Of each user. */
export const CONTACTS_MAX = 1000
/** What a file with that many takes as JSON. */
export const CONTACT_IMPORT_BYTES = 512 * 1024

export const PAGE_LIMIT_MAX = 500
/** Records of an account that are answered where nobody says how many. */
export const LOG_PAGE = 100
export const BODY_LIMIT_BYTES = 64 * 1024
