//! F5: the disk is full.

use super::super::{
    applicant::{buyer, pdf, upload, verified},
    support::{Checked, Instance, output},
};
use actix_web::rt::time::sleep;
use serde_json::Value;
use std::{
    error::Error,
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

/// A small file system in memory; it goes with this.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// None, and said so, where mounting is not allowed.
    fn mount(on: &Path) -> Result<Option<Self>, Box<dyn Error>> {
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=16m", "tmpfs"]).arg(on).output()?;
        if !mounted.status.success() {
            eprintln!("no file system can be mounted here: not run on a full disk");
            return Ok(None);
        }
        Ok(Some(Self(on.to_owned())))
    }

    /// Takes all that is left.
    fn fill(&self) -> std::io::Result<()> {
        let mut filler = File::options().create(true).append(true).open(self.0.join("filler"))?;
        for piece in [65_536, 4_096, 1] {
            while filler.write_all(&vec![0; piece]).is_ok() {}
        }
        Ok(())
    }

    /// Read only, or for writing again.
    fn mode(&self, mode: &str) -> Checked {
        let mounted = Command::new("mount").args(["-o", &format!("remount,{mode}")]).arg(&self.0).output()?;
        if mounted.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&mounted.stderr).into()) }
    }

    fn clear(&self) -> std::io::Result<()> {
        std::fs::remove_file(self.0.join("filler"))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        Command::new("umount").arg("--lazy").arg(&self.0).status().ok();
    }
}

async fn add_buyer(instance: &Instance, token: &str, number: usize) -> Result<u16, Box<dyn Error>> {
    Ok(instance.post("/semi-private/buyers", Some(token), &buyer(&format!("Buyer {number}"))).await?.0)
}

async fn ready(instance: &Instance) -> Result<u16, reqwest::Error> {
    Ok(instance.client.get(instance.url("/health/ready")).send().await?.status().as_u16())
}

#[actix_web::test]
async fn a_disk_that_can_only_be_read_is_said_so_and_what_is_free_is_measured() -> Checked {
    let mount = tempfile::tempdir()?;
    let Some(disk) = SmallDisk::mount(mount.path())? else { return Ok(()) };
    // The documents alone are on it.
    let documents = format!("file://{}", mount.path().join("documents").display());
    let instance = Instance::on_sqlite_with(&[("SOONER_DOCUMENTS_URL", &documents)]).await?;
    assert_eq!(ready(&instance).await?, 200);
    let free = loop {
        let measured = instance.measured().await?;
        let value = |name: &str| measured.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
        if let (Some(free), Some(_)) = (value(r#"disk_free_bytes{holds="documents"}"#), value(r#"disk_free_bytes{holds="database"}"#)) {
            break (free, value(r#"disk_bytes{holds="documents"}"#));
        }
        sleep(Duration::from_millis(100)).await;
    };
    assert!(free.0 > 0.0 && free.1 == Some(16.0 * 1024.0 * 1024.0), "{free:?}");
    disk.mode("ro")?;
    while ready(&instance).await? != 503 {
        sleep(Duration::from_millis(50)).await;
    }
    disk.mode("rw")?;
    while ready(&instance).await? != 200 {
        sleep(Duration::from_millis(50)).await;
    }
    drop(instance);
    Ok(())
}

#[actix_web::test]
async fn nothing_is_acknowledged_on_a_full_disk_and_space_is_noticed() -> Checked {
    let mount = tempfile::tempdir()?;
    let Some(disk) = SmallDisk::mount(mount.path())? else { return Ok(()) };
    let folder = tempfile::tempdir_in(mount.path())?;
    let url = format!("sqlite://{}", folder.path().join("sooner.db").display());
    let instance = Instance::start_on(folder, url, &[]).await?;
    let token = verified(&instance, "ada@example.com").await?;
    assert_eq!(add_buyer(&instance, &token, 0).await?, 201);

    disk.fill()?;
    let (mut added, mut uploaded, mut refused) = (1, 0, 0);
    for number in 1..40 {
        match add_buyer(&instance, &token, number).await? {
            201 => added += 1,
            503 => refused += 1,
            other => return Err(format!("a buyer on a full disk: {other}").into()),
        }
        match upload(&instance, &token, "bank_statement", pdf(100_000)).await?.status().as_u16() {
            201 => uploaded += 1,
            503 => refused += 1,
            other => return Err(format!("a document on a full disk: {other}").into()),
        }
        assert_eq!(instance.get("/semi-private/onboarding", &token).await?.0, 200, "reads go on");
    }
    assert!(refused >= 40, "the disk was full: {refused} refused");
    // What was refused gave room back. A balancer sends nobody here.
    disk.fill()?;
    while ready(&instance).await? != 503 {
        sleep(Duration::from_millis(50)).await;
    }
    let live = instance.client.get(instance.url("/health/live")).send().await?;
    assert_eq!(live.status(), 200, "and nobody restarts it for that");

    disk.clear()?;
    let free = Instant::now();
    while add_buyer(&instance, &token, 99).await? != 201 {
        sleep(Duration::from_millis(5)).await;
    }
    let recovered = free.elapsed();
    while ready(&instance).await? != 200 {
        sleep(Duration::from_millis(50)).await;
    }
    let (_, buyers) = instance.get("/semi-private/buyers", &token).await?;
    let (_, stored) = instance.get("/semi-private/onboarding", &token).await?;
    let listed = |value: &Value| value.as_array().map(Vec::len);
    assert_eq!(
        (listed(&buyers["data"]), listed(&stored["data"]["documents"])),
        (Some(added + 1), Some(uploaded)),
        "all that was acknowledged, no more"
    );
    let verified = output(&["audit", "verify"], &instance.variables(), instance.folder())?;
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    println!(
        "disk full: {refused} writes refused, 0 acknowledged and lost; writing again {} ms after there was space",
        recovered.as_millis()
    );
    drop(instance);
    Ok(())
}
