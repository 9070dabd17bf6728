/** Whether a user with this date may listen at this moment (specification, section 6). */
export function hasAccess(accessTo: Date | null, now = new Date()): accessTo is Date {
  return accessTo !== null && accessTo > now;
}
