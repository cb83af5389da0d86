/** A step of W3C actions, which WebDriver and WebDriver BiDi write alike. */
export type Action =
  | { type: 'pointerMove'; x: number; y: number; duration?: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number }
  | { type: 'keyDown' | 'keyUp'; value: string }
  | { type: 'pause' }

export interface Source {
  type: 'pointer' | 'key'
  id: string
  parameters?: { pointerType: 'mouse' }
  actions: Action[]
}

/** What both protocols can do: go somewhere, ask the page, and act as a person does. */
export interface Driver {
  name: string
  navigate(url: string): Promise<void>
  reload(): Promise<void>
  /** The JSON value of an expression in the page; a promise is waited for. */
  evaluate(expression: string): Promise<unknown>
  act(sources: Source[]): Promise<void>
  /** A picture of what is seen, base64 PNG. */
  shoot(): Promise<string>
  stop(): Promise<void>
}
