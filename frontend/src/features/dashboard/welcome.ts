const place = (user: string) => `welcomed:${user}`

/** Whether this device has welcomed this person once they were approved; where it cannot tell, it has. */
export function hasWelcomed(user: string): boolean {
  try {
    return localStorage.getItem(place(user)) !== null
  } catch {
    return true
  }
}

export function rememberWelcome(user: string): void {
  try {
    localStorage.setItem(place(user), 'yes')
  } catch {
    // It is welcomed once more.
  }
}
